"""Charts of what was found, and boards."""
