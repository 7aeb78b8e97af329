"""Views as Discord messages."""
