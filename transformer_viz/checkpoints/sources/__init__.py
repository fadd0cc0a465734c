"""Where a model comes from: one file for each source."""
