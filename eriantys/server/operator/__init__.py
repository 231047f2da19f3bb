"""What the operator can ask of the house while it is open, and what becomes of it."""
