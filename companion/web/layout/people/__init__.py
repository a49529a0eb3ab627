"""Parts of pages about people: names, pictures, the invitation, requests for access."""
