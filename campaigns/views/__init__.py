"""Pages of the house: the door, the library, campaigns."""
