"""The changes, each named by its number; none is edited once it was released."""
