"""What comes next in a campaign, and what is drawn for it."""
