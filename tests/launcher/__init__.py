"""`make run`."""
