"""Maps of the theatres: coasts as data, what a campaign has done on them, and the drawing. No Django in here."""
