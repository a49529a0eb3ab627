"""The cameras and pretend dice of a table, and the photos that it keeps."""
