"""Santorini: its town, its gods and its words."""
