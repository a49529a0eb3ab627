"""Pictures in: files and uploads, cameras and videos, each as frames."""
