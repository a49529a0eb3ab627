"""A table's cameras and virtual dice, and the photos that it keeps."""
