"""What the API answers, as plain documents: no Django and no rows in here."""
