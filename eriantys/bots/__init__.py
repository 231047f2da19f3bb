"""Bots: brains that choose from what a seat may see, and tournaments between them."""
