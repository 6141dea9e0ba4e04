"""A ruleset and people at a terminal to a game that is played, saved, and written as a scenario."""
