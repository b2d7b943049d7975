"""Speed, measured: ``python -m bench`` prints one table.

Each topic is a module with ``rows(rounds) -> Iterator[Row]``; ``__main__`` lists them. Nothing here is a
test: a busy machine must never fail a build.
"""
