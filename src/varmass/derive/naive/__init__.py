"""The naive rules, N0 to N7: formulations in use that are right for some systems and wrong for others.

A member is written like a principle; the audit subtracts a principle from it and shows what is missing.
"""
