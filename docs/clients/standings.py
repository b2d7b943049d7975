#!/usr/bin/env python3
"""Prints how the campaigns of a Ready Room stand. Python 3.9 or newer, and nothing else.

    READY_ROOM_TOKEN=rr_… python standings.py https://club.example
    READY_ROOM_TOKEN=rr_… python standings.py https://club.example 12     only campaign 12, with its aces

Make the token on your account page; it needs to read campaigns. Its text stays out of the command, which others on the
machine can see.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

TRIES = 3


class Failed(Exception):
    """What went wrong, in a sentence."""


def get(address: str, token: str) -> dict[str, Any]:
    """The document at an address. Waits when the server asks to be left alone."""
    request = Request(address, headers={"Authorization": f"Bearer {token}", "Accept": "application/json"})
    for attempt in range(1, TRIES + 1):
        try:
            with urlopen(request, timeout=30) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except HTTPError as error:
            if error.code in (429, 503) and attempt < TRIES:
                time.sleep(wait_of(error))
                continue
            raise Failed(sentence_of(error)) from None
        except URLError as error:
            raise Failed(f"{address} cannot be reached: {error.reason}") from None
    raise AssertionError("each try ends the loop or begins the next")


def wait_of(error: HTTPError) -> int:
    """Seconds to wait before the next try: what the server says, a minute at most; a second where it names a date."""
    said = error.headers.get("Retry-After") or ""
    return min(int(said), 60) if said.isdecimal() else 1


def sentence_of(error: HTTPError) -> str:
    """What the server says of a refusal."""
    try:
        return str(json.load(error)["detail"])
    except (ValueError, KeyError, TypeError):
        return f"The server answers {error.code}. Is it a Ready Room?"


def items(address: str, token: str) -> Iterator[dict[str, Any]]:
    """All items of a list, page by page."""
    following: str | None = address
    while following:
        document = get(following, token)
        yield from document["items"]
        following = document["next"]


def line_of(campaign: dict[str, Any]) -> str:
    """``Desert evenings         Allied 12   Axis 7   3 of 10 missions``"""
    points = campaign["points"] or {}
    score = "   ".join(f"{title} {points.get(side, '–')}" for side, title in campaign["sides"].items())
    over = ", over" if campaign["is_finished"] else ""
    missions = f"{campaign['missions_flown']} of {campaign['missions_in_all']} missions{over}"
    return f"{campaign['name']:<32} {score:<24} {missions}"


def aces_of(campaign: dict[str, Any]) -> Iterator[str]:
    for ace in campaign["aces"]:
        side = campaign["sides"][ace["side"]]
        yield f"  {ace['victories']:>5g}  {ace['name']} ({side}), {', '.join(ace['flew'])}"


def main(arguments: list[str]) -> int:
    token = os.environ.get("READY_ROOM_TOKEN", "").strip()
    if not token or len(arguments) not in (1, 2) or not all(each.isdecimal() for each in arguments[1:]):
        print(__doc__, file=sys.stderr)
        return 2
    root = f"{arguments[0].rstrip('/')}/api/v1"
    try:
        if len(arguments) == 2:
            campaign = get(f"{root}/campaigns/{arguments[1]}/", token)
            print(line_of(campaign), *aces_of(campaign), sep="\n")
        else:
            for each in items(f"{root}/campaigns/", token):
                print(line_of(each))
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
