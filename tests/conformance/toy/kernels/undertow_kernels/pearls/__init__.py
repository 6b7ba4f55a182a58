"""Pearls, a toy game: read state, then rules."""
