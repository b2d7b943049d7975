"""``python -m bench [--rounds N] [topic …]``: measure and print."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from bench import (
    asked,
    campaign,
    club_night,
    clubs,
    cockpit,
    documents,
    dogfight,
    flat,
    flights,
    mission,
    odds,
    pages,
    systems,
)
from bench.measure import Row, table

TOPICS: dict[str, Callable[[int], Iterator[Row]]] = {
    "dogfight": dogfight.rows,
    "mission": mission.rows,
    "systems": systems.rows,
    "campaign": campaign.rows,
    "flat": flat.rows,
    "flights": flights.rows,
    "documents": documents.rows,
    "clubs": clubs.rows,
    "club-night": club_night.rows,
    "cockpit": cockpit.rows,
    "odds": odds.rows,
    "pages": pages.rows,
    "asked": asked.rows,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure speed beside a peer.")
    parser.add_argument("topics", nargs="*", metavar="topic", help=f"any of: {', '.join(TOPICS)} (all)")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of each measurement (9)")
    options = parser.parse_args()
    unknown = set(options.topics) - set(TOPICS)
    if unknown or options.rounds < 1:
        parser.error(f"no such topic: {', '.join(sorted(unknown))}" if unknown else "at least one round")
    for topic in options.topics or TOPICS:
        print(table(list(TOPICS[topic](options.rounds))), flush=True)


if __name__ == "__main__":
    main()
