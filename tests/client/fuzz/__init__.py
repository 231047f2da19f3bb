"""Fuzzing the client: what a server may say, changed in every way, and what people may do."""
