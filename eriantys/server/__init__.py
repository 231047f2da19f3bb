"""The server: a pure machine of sessions, lobby and matches, and a thin loop around it."""
