"""Kingdoms of the Deep: read state, then board, start, goals, actions, scoring, rules."""
