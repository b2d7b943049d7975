"""HTTP: the endpoints of the API, its own page, and the page of somebody's tokens."""
