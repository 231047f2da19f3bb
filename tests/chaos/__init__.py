"""Long runs that look for trouble; each has a short version among the tests."""
