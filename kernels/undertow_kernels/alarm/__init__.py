"""Kraken-Alarm: read state, then sea, pendulum, rules."""
