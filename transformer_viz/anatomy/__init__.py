"""What a model consists of, read from its computation."""
