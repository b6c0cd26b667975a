"""Rods that slide in and out of a sleeve, on a mesh that is not tied to their matter."""
