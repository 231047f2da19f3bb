"""Chat: saying things, not hearing somebody, and what was said before one came."""
