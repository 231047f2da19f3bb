"""The brains themselves, a file for each; `eriantys.bots.brain` finds them by name."""
