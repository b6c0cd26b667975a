"""The source documents, one folder each: their tables, figures, printed equations and errata, and what we get."""
