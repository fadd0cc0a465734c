"""Words to numbers and back."""
