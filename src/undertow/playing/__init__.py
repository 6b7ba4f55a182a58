"""Games played by threads, processes or a cluster; the rows do not depend on which."""
