"""Equations in an engine's language: one walk of the expression tree, one table of operations per engine."""
