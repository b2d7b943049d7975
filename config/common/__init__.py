"""The ground floor of the site: what every app may use, and what imports none of them."""
