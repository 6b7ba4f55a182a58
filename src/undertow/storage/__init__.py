"""Rows on disk: result files, and run folders that survive a kill."""
