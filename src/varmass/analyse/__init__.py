"""Motions and equations → numbers and verdicts: how disturbances grow."""
