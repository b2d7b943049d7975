"""Forms of missions: they offer what may be chosen and hand the operations their own types."""
