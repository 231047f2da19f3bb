"""Matches that have begun: play, clocks, absences and ends."""
