"""From a picture of dice to a `Reading`, one step a file."""
