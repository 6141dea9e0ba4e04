"""A ruleset, its layers and options to one merged document whose every value knows where it was written."""
