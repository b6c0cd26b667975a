"""What a system is, as a person states it; nothing here is derived."""
