"""From the lobby to a seat: the list of open matches, rooms, standing lobbies, the start."""
