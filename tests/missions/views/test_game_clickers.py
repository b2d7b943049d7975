"""People who click at random through the pages of a game: every page is sound, every game ends and can be replayed.

Of two systems one game is played in every run, of each two dozen in the sweep and four hundred in ``make soak``.
"""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client, TestCase
from django.urls import reverse

import engine
from engine.core.report import Report
from missions.models import Game
from missions.selectors.cockpit import Button, Cockpit
from tests import make
from tests.cast import Cast
from tests.missions import on_screen

SCENARIOS = {
    "wildblue": ("duel", "two-elements", "lone-leader", "skilled-pilots", "intercept"),
    "wwi": ("duel", "spads-and-triplanes", "two-teams", "fokker-scourge"),
    "sabin": ("first-game", "two-squadrons", "aerodrome-raid"),
    "angels": ("dogfight", "from-behind", "head-on", "out-of-the-sun", "blitz"),
}
"""By system; the first is played most."""
ROUNDS = 6
"""Games a test of the sweep; it has four of each system."""
LOOKS = 0.04
"""How often a page is read to the last letter, and all its links are followed."""
HERE = ("wildblue", "angels")
"""Fought with cards, and on hexes: of these a game is played each time."""
SHEETS = [
    pytest.param(system, sheet, marks=() if sheet == 0 and system in HERE else pytest.mark.sweep)
    for system in SCENARIOS
    for sheet in range(1 if on_screen.IS_ON_A_SERVER else 5)
]
VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
LINK = re.compile(r'href="(\?[^"]*)"')
ATTRIBUTES = {name: re.compile(rf'\s{name}="([^"]*)"') for name in ("id", "data-at")}
BUTTON = re.compile(r'<button[^>]*?name="action"[^>]*>', re.DOTALL)
VALUE = re.compile(r'value="([^"]*)"')


class Sound(HTMLParser):
    """A page whose tags open and close as they should."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> says something twice: {names}"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """It closes itself."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        opened = self.open.pop()
        assert opened == tag, f"<{opened}> is closed by </{tag}>"


def check_html(text: str) -> None:
    parser = Sound()
    parser.feed(text)
    parser.close()
    assert not parser.open, f"never closed: {parser.open}"


def found(text: str, name: str) -> list[str]:
    return [unescape(each) for each in ATTRIBUTES[name].findall(text)]


def check_page(text: str, game: Game) -> None:
    """What the page offers is what is legal, all of it and nothing else."""
    now = on_screen.course(game).game
    twice = [name for name, count in Counter(found(text, "id")).items() if count > 1]
    assert not twice, f"two of these: {twice}"
    offered = [unescape(VALUE.findall(each)[0]) for each in BUTTON.findall(text)]
    legal = [now.action_text(action) for action in now.legal()] if now.deciding else []
    assert sorted(offered) == sorted(legal)
    choices = engine.systems()[game.system].choices(now, now.legal()) if now.deciding else ()
    assert set(found(text, "data-at")) <= {choice.at for choice in choices} | {""}


def check_links(text: str, url: str, client: Client) -> None:
    """Whatever can be picked leads to a button or to a reason."""
    for query in sorted(set(LINK.findall(text))):
        response = client.get(url + unescape(query))
        assert response.status_code == 200, query
        shown: Cockpit = response.context["page"]
        if any(shown.picks):
            picked = [each for each in shown.buttons if each.is_shown and (each.card or each.at)]
            assert picked or shown.why_not, query


def choose(shown: Cockpit, chance: Random) -> Button:
    """Anything; but what takes one out of the fight seldom, for there would be no fight."""
    kept = [each for each in shown.buttons if not each.is_grave]
    return chance.choice(kept if kept and chance.random() > 0.02 else shown.buttons)


def click_through(client: Client, game: Game, chance: Random) -> Game:
    """A whole game, with a careless click, a stale one or a take back now and then."""
    url = reverse("cockpit", args=(game.pk, "allied"))
    response = client.get(url)
    for _ in range(on_screen.RUNAWAY):
        text, row = response.content.decode(), on_screen.fresh(game)
        check_page(text, row)
        if row.is_over:
            return row
        shown: Cockpit = response.context["page"]
        assert shown.is_mine
        if chance.random() < LOOKS:
            check_html(client.get(url).content.decode())
            check_links(text, url, client)
        act, sent = "decide", {"action": choose(shown, chance).action, "seen": shown.seen}
        stray = chance.random()
        if stray < 0.03 and shown.may_take_back:
            act = "take-back"
        elif stray < 0.06:
            sent |= chance.choice([{"seen": "old"}, {"action": "pass the salt"}])
        response = send(client, f"{url}{act}/", sent)
    raise AssertionError("the game does not end")


def send(client: Client, url: str, sent: dict[str, str]) -> Any:
    """A click as the script of the page sends it."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        response = client.post(url, sent, headers={"HX-Request": "true"})
    assert response.status_code == 200, url
    return response


@pytest.mark.slow("plays a game through its pages")
@pytest.mark.parametrize(("system", "sheet"), SHEETS)
def test_games_that_are_clicked_through_at_random_end_and_can_be_replayed(
    system: str, sheet: int, cast: Cast, client: Client
) -> None:
    client.force_login(cast.owner)
    for number in range(ROUNDS if sheet else 1):
        check_a_game(system, 1000 * sheet + number, cast.owner, client)


def check_a_game(system: str, seed: int, owner: User, client: Client) -> None:
    """The game of a seed, clicked through by its owner, who is signed in."""
    scenario = SCENARIOS[system][seed % len(SCENARIOS[system]) if seed % 2 else 0]
    with on_screen.drawn(seed):
        game = click_through(client, make.game(owner, system, scenario), Random(seed))
    check_landed(game, client)


def check_landed(game: Game, client: Client) -> None:
    skirmish = on_screen.fresh(game).skirmish
    assert skirmish is not None
    replayed = engine.replay(skirmish.record)
    assert replayed.deciding is None
    assert skirmish.report is not None
    assert Report.from_json(skirmish.report) == replayed.report()
    assert client.get(reverse("skirmish", args=(skirmish.pk,))).status_code == 200
    skirmish.delete()
