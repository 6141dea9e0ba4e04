"""A program to many games and their statistics."""
