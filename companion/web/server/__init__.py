"""Requests and answers, encryption, and limits on connections."""
