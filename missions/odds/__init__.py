"""What may come of a mission: forecasts, in figures that hold what they say."""
