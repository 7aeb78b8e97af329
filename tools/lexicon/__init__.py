"""The builder of the embedded word data: vocabulary, models and their compact form."""
