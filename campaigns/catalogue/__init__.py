"""What there is in the games: aircraft, targets, skills, decorations, names, cards. Read from files, not from rows."""
