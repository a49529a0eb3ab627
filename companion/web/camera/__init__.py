"""The cameras and virtual dice of a table, and the photos that the table keeps."""
