"""Code that all chat platforms share."""
