"""What users may change of a game: its component file, their rule files, the values of both."""
