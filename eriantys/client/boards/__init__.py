"""The boards: one room for each game, drawing its table and asking for its actions."""
