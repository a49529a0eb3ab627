"""Connected B: circled cells of which one brings the other."""
