"""From values to a trajectory."""
