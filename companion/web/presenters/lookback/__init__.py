"""The page's values on past turns and games."""
