"""Settings of a device, players' pictures, the check of the computer, installation, phones as cameras."""
