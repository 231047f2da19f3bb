"""The commands that need neither server nor screen, one file each."""
