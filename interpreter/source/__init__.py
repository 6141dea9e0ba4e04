"""Places in a text, findings about it, and the words and shapes they are shown in."""
