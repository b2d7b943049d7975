"""Pages of a campaign under way: missions from the plan to the debrief, and jobs."""
