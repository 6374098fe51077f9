"""Reading and writing by index, mask or slice."""
