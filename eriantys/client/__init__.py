"""The client: what connects to a server and lets people play there."""
