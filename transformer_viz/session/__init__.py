"""Settings to runs: what the page and Python ask of a model."""
