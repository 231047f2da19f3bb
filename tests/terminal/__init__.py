"""The client in a real pseudo-terminal."""
