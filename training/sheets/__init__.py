"""Training the network that reads marks on sheets: pages, hands, photos, learning."""
