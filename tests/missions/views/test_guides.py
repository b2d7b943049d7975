"""A guided game in its pages."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from config.common.vocabulary import rule_name
from missions.games.guide import guides
from missions.models import Game, GameEntry
from missions.operations import guides as operations
from missions.selectors.guides import Guided, moments
from tests import make
from tests.cast import Cast

FIRST = guides()["first-dogfight"]
BEGIN = reverse("guide-begin", args=(FIRST.slug,))


@pytest.fixture
def newcomer(cast: Cast, client: Client) -> Client:
    client.force_login(cast.stranger)
    return client


def begun(client: Client) -> str:
    """A guided game's page."""
    return str(client.post(BEGIN, {"key": str(uuid4())}).url)  # type: ignore[attr-defined]


def guided(client: Client, url: str) -> Guided:
    found = client.get(url).context["guided"]
    assert isinstance(found, Guided)
    return found


def decide(client: Client, url: str, wanted: str = "") -> None:
    """Take the choice of which the label begins so, or the first."""
    page = client.get(url).context["page"]
    button = next(each for each in page.buttons if each.label.startswith(wanted))
    client.post(f"{url}decide/", {"action": button.action, "seen": page.seen})


def slugs(found: Guided) -> list[str]:
    return [each.slug for each in found.now]


def test_a_newcomer_finds_it_at_home_and_among_the_skirmishes_and_is_there_by_one_click(newcomer: Client) -> None:
    for page in ("home", "skirmishes"):
        shown = newcomer.get(reverse(page)).content.decode()
        key = re.search(rf'action="{BEGIN}">.*?name="key" value="(.*?)"', shown, re.DOTALL)
        assert key, f"there is a button on {page}"
        for _ in range(2):
            led = newcomer.post(BEGIN, {"key": key[1]}, follow=True)
            assert "Your first dogfight" in led.content.decode()
    assert Game.objects.count() == 2, "one a page, however often its button is pressed"
    assert "Fly your first dogfight" in newcomer.get(reverse("skirmishes")).content.decode()


def test_without_the_key_of_a_page_nothing_begins(newcomer: Client) -> None:
    assert "came without its key" in newcomer.post(BEGIN, follow=True).content.decode()
    assert newcomer.post(reverse("guide-begin", args=("second-dogfight",)), {"key": str(uuid4())}).status_code == 404
    assert not Game.objects.exists()


def test_captions_stand_above_what_is_asked_and_later_in_the_fold(newcomer: Client) -> None:
    url = begun(newcomer)
    shown = newcomer.get(url).content.decode()
    found = guided(newcomer, url)
    assert slugs(found) == ["points", "altitude"]
    ask = shown[shown.index('class="cockpit-ask"') :]
    for lesson in found.now:
        for part in (rule_name(lesson.section), lesson.first, lesson.rest):
            assert ask.index(escape(part)) < ask.index("Choose the altitude")
    assert slugs(guided(newcomer, url)) == ["points", "altitude"], "the same page again says the same"
    decide(newcomer, url, "Begin at Medium")
    later = guided(newcomer, url)
    assert "turns" in slugs(later)
    assert {"points", "altitude"} <= {each.slug for each in later.known}
    assert not {"points", "altitude"} & set(slugs(later))
    after = newcomer.get(url, headers={"HX-Request": "true"}).content.decode()
    fold = after[after.index("What you have learned") :]
    assert all(escape(each.text) in fold for each in later.known)


def test_who_is_taught_is_told_one_answer_of_the_staff_and_its_rule_without_figures(newcomer: Client) -> None:
    url = begun(newcomer)
    decide(newcomer, url, "Begin at Medium")
    for _ in range(60):
        shown = newcomer.get(url, {"hint": "1"})
        page = shown.context["page"]
        if page.game.is_over:
            break
        (hint,) = page.hints
        assert (hint.doctrines, hint.found, hint.instead) == ("", "", ())
        assert f"Staff: <strong>{escape(hint.label)}</strong> ({escape(hint.why)})." in shown.content.decode()
        decide(newcomer, url, hint.label)
    else:
        pytest.fail("the game does not end")


def test_what_has_been_said_is_said_again_after_a_take_back(newcomer: Client) -> None:
    url = begun(newcomer)
    decide(newcomer, url, "Begin at Medium")
    for _ in range(60):
        page = newcomer.get(url).context["page"]
        if page.may_take_back:
            break
        before = guided(newcomer, url)
        decide(newcomer, url, "Stay" if page.prompt.startswith("Climb") else "")
    else:
        pytest.fail("nothing could be taken back in a whole game")
    page = newcomer.get(url).context["page"]
    newcomer.post(f"{url}take-back/", {"seen": page.seen})
    assert guided(newcomer, url) == before


def test_a_game_that_is_over_says_how_it_is_counted_and_offers_another(newcomer: Client) -> None:
    url = begun(newcomer)
    newcomer.post(f"{url}rest/", {"rests": "1"})
    shown = newcomer.get(url).content.decode()
    assert slugs(guided(newcomer, url)) == ["over"]
    assert "Fly it once more" in shown


def test_captions_come_of_nothing_that_the_side_may_not_know(cast: Cast) -> None:
    game = operations.begin(actor=cast.stranger, key=uuid4(), guide=FIRST)
    entries = list(GameEntry.objects.filter(game=game))
    side = FIRST.side

    def said(rows: list[GameEntry], opening: dict[str, list[list[str]]]) -> list[object]:
        return list(moments(opening, rows, side, "altitude"))

    as_it_is = said(entries, game.opening_told)
    for each in entries:
        each.told = {side: each.told.get(side, [])}
        each.lines = ""
        if each.side != side:
            each.decision = each.unit = ""
    assert said(entries, {side: game.opening_told.get(side, [])}) == as_it_is


def test_nobody_else_is_guided_and_a_guide_that_is_gone_leaves_a_usual_game(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    usual = make.game(cast.owner)
    shown = client.get(reverse("cockpit", args=(usual.pk, "allied")))
    assert shown.context["guided"] is None
    assert "What you have learned" not in shown.content.decode()
    game = operations.begin(actor=cast.owner, key=uuid4(), guide=FIRST)
    url = reverse("cockpit", args=(game.pk, "allied"))
    assert client.get(url).context["guided"] is not None
    Game.objects.filter(pk=game.pk).update(guide="of-yesterday")
    assert client.get(url).context["guided"] is None


def test_captions_cost_one_query(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    game = operations.begin(actor=cast.owner, key=uuid4(), guide=FIRST)
    url = reverse("cockpit", args=(game.pk, "allied"))
    client.get(url)
    counts = []
    for guide in (FIRST.slug, ""):
        Game.objects.filter(pk=game.pk).update(guide=guide)
        with CaptureQueriesContext(connection) as asked:
            client.get(url, headers={"HX-Request": "true"})
        counts.append(len(asked))
    assert counts[0] == counts[1] + 1
