"""The newspaper of a campaign: a page after each mission, made of what the journal says and all may read."""
