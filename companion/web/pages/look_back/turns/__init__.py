"""Past turns: display, challenges and amendments."""
