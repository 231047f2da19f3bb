"""Benchmarks: our figure beside another's, in the same run, never a timed test."""
