"""What all pages share: the base page, type, buttons, signs, names."""
