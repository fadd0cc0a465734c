"""Weights: our format, and the models that come with the repository."""
