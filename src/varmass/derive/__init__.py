"""From a system to its equations of motion, by every independent route."""
