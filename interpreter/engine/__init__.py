"""A program to states, decisions, chance, events and transcripts; knows neither YAML nor scenarios."""
