"""The board of Eriantys: islands in a ring, schools, assistants and characters."""
