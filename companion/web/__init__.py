"""The web application of the table: pages, requests, server."""
