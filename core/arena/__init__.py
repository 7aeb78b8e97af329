"""Many games at once, without a table, an event or a person."""
