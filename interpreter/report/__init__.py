"""Verdicts and transcripts to text, JSON and the stable form that snapshots use."""
