"""Peers that mean no good, those who play on beside them, and what is measured of both."""
