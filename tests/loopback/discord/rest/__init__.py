"""The REST side by resource: each module has a class whose `routes` the server serves."""
