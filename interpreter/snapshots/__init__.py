"""Verdicts with the snapshots that their cases ask for, to verdicts on those, too; pending ones to accepted ones."""
