"""Knights of the Pond Table: read state, then board, moves, capture, cards, rules."""
