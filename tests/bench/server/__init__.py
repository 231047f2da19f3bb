"""`bin/bench server`: what the server costs, beside servers that do less or do it otherwise."""
