"""Looking at the tensors of a forward pass, and meddling with them."""
