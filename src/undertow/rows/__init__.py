"""What is kept of a game, a row each, and what the rows of many say."""
