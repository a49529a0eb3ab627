"""What requests carry: numbers, photos, choices of a device, files to keep."""
