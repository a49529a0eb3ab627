"""Reads pictures from files, uploads, cameras and videos."""
