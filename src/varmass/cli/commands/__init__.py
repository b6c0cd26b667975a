"""The commands, one file each: a member has `command`, a Click command, and imports anything heavy inside it."""
