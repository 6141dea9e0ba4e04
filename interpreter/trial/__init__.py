"""Scenario trees to verdicts: a position is set up, a script is played, expectations are judged."""
