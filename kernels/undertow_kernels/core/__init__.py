"""What every game shares: the contract, random streams, dice multisets, the playout loop."""
