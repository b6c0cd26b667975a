"""Results as text, tables, pictures and pages.  Nothing is computed here: what is shown is taken as it was found."""
