"""Lucky 15: a track whose fields are crossed when three dice show fifteen."""
