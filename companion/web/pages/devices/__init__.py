"""Settings of a device, pictures of people, checks, installation, and phones as cameras."""
