"""Scenario files in, pytest items out."""
