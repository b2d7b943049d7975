"""Every page of the house that links lead to, read as several people see it: ``python -m tests.crawl`` (see there)."""
