"""Contenders to games per second, side by side."""
