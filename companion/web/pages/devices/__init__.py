"""Settings of a device, people's pictures, the check of the computer, installation, phones as cameras."""
