"""Bots: brains that choose from what a seat may see, and the clients that play them."""
