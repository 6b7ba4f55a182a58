"""Who decides in a seat: the agents that undertow brings and those of its users."""
