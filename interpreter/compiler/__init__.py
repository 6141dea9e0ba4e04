"""A ruleset, a number of players and options to a program: Python source as a resumable state machine."""
