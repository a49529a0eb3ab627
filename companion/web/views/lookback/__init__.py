"""Requests on past turns and games."""
