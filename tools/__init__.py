"""Scripts that build the project's data and check its code; games do not use them."""
