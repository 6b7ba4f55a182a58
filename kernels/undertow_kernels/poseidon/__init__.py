"""Poseidon's Kingdom: read state, then ocean, reef, food, kraken, shark, wave, rules."""
