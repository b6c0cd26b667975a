"""Many runs, and where cases are found."""
