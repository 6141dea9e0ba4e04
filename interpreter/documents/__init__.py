"""YAML text to plain data with a span for every path, and what its schema has to say about it."""
