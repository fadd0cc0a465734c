"""What we train ourselves: the data, the loop, and how good the result is."""
