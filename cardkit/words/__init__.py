"""The sentences of each game, as data."""
