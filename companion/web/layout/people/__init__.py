"""What pages say of people: names, signs, invitations, who wants in."""
