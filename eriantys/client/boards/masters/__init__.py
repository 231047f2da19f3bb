"""The board of Masters of Renaissance, and all that the client says of the game."""
