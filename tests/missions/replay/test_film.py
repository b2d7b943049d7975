"""A fight as one document: what it plays is what the pages of its steps show, to the same people."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

import engine
from campaigns.packs.schema import SIDES
from engine.core.game import Side
from engine.core.players import fly
from missions.models import Skirmish
from missions.replay import film
from missions.replay.board_svg import BoardPicture, draw
from missions.replay.film import Cel, Film, FilmStep
from missions.replay.frames import frames_of, line_of, table_at
from missions.selectors.signs import signs
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad

SIGNS = signs()
LARGEST = "big-mission"
"""The scenario with the most to draw."""
FIGHTS = [
    ("wildblue", "duel"), ("wildblue", "light-bombers"), ("wwi", "free-for-all"), ("sabin", "aerodrome-raid"),
    ("angels", "blitz"),
]  # fmt: skip


def record_of(system: str, scenario: str) -> str:
    found = engine.systems()[system].scenarios()[scenario]
    game = engine.new(system, found.setup, 7)
    return str(fly(game, {side: engine.heuristic_player(system, side, 7) for side in game.sides}).record)


def filmed(system: str, scenario: str, audience: Side | None = None) -> tuple[Film, str]:
    record = record_of(system, scenario)
    played = engine.systems()[system]
    return film.film_of(played, frames_of(record, audience), SIDES, SIGNS), record


def joined(found: Film, cel: Cel) -> str:
    return "\n".join(found.shapes[number] for number in cel.shapes)


def stepped(picture: BoardPicture) -> str:
    return render_to_string("parts/board.svg", {"picture": picture})


@pytest.mark.parametrize("fight", broad(FIGHTS, 2), ids="-".join)
def test_every_step_of_a_film_is_the_board_and_the_words_of_its_page(fight: tuple[str, str]) -> None:
    found, record = filmed(*fight)
    frames = frames_of(record, None)
    assert len(found.steps) == len(frames)
    for frame, step in zip(frames, found.steps, strict=True):
        picture = draw(table_at(engine.systems()[fight[0]], frames, frame.number))
        assert joined(found, step.wide) in stepped(picture)
        assert (step.wide.height, step.wide.least) == (picture.height, picture.least)
        assert (step.narrow is None) == (picture.narrow is None)
        if step.narrow and picture.narrow:
            assert joined(found, step.narrow) in stepped(picture.narrow)
        assert step.events == line_of(frame).events


@pytest.mark.parametrize("fight", broad(FIGHTS, 3), ids="-".join)
def test_a_film_knows_the_kills_and_whom_each_step_is_about(fight: tuple[str, str]) -> None:
    found, record = filmed(*fight)
    told = [any(event.kind.endswith("destroyed") for event in frame.events) for frame in frames_of(record, None)]
    assert [step.is_kill for step in found.steps] == told
    assert all(found.units.values())
    assert {unit for step in found.steps for unit in step.about} == found.units.keys()
    assert found.steps[0].about == ()
    assert len({step.about for step in found.steps}) > 2


@pytest.mark.parametrize(("system", "scenario"), FIGHTS[:3])
def test_a_card_flies_between_aircraft_that_are_on_the_table(system: str, scenario: str) -> None:
    found, _ = filmed(system, scenario)
    thrown = [step for step in found.steps if step.throw]
    assert len(thrown) > 5
    for step in thrown:
        assert step.throw is not None
        assert step.throw.card
        board = joined(found, step.wide)
        for key in filter(None, (step.throw.by, step.throw.at)):
            assert f'data-key="{key}"' in board


@pytest.mark.parametrize(("system", "scenario"), FIGHTS[:1])
def test_a_sides_film_has_nothing_that_its_steps_do_not_show(system: str, scenario: str) -> None:
    _, record = filmed(system, scenario)
    found = film.film_of(engine.systems()[system], frames_of(record, "axis"), SIDES, SIGNS)
    words = {text for frame in frames_of(record, "axis") for text in line_of(frame).events}
    assert {text for step in found.steps for text in step.events} == words


def test_the_largest_fight_is_a_small_file() -> None:
    record = record_of("wildblue", LARGEST)
    reel = film.reel_of(record, engine.systems()["wildblue"], None, SIDES, SIGNS)
    assert len(reel.packed) < 150_000
    assert len(json.loads(reel.plain)["steps"]) > 100


def film_at(client: Client, url: str, **said: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(url, said).json()
    return found


def page_says(step: dict[str, Any], page: str) -> None:
    assert step["headline"] in page or escape(step["headline"]) in page
    for sentence in step["events"]:
        assert escape(sentence) in page
    for side, points in step["score"]:
        assert f"</span> <b>{points}</b>" in page, side
    for _, called, how, _ in step["gone"]:
        assert escape(called) in page
        assert escape(how) in page


@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.sweep)])
def test_the_pages_of_a_skirmish_say_what_its_film_says(every: int, cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    fight = make.flown_skirmish(cast.owner, "wildblue", "light-bombers")
    shown = film_at(client, reverse("skirmish-film", args=(fight.pk,)))
    for number in range(0, len(shown["steps"]), every):
        page = client.get(reverse("skirmish-replay", args=(fight.pk, number))).content.decode()
        step = shown["steps"][number]
        page_says(step, page)
        for width in ("wide", "narrow"):
            assert "\n".join(shown["shapes"][each] for each in step[width][2]) in page


def test_a_film_is_seen_with_the_eyes_of_its_page(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    fight = make.flown_skirmish(cast.owner, "wildblue", "duel")
    url = reverse("skirmish-film", args=(fight.pk,))
    assert film_at(client, url) != film_at(client, url, eyes="axis")
    assert client.get(url, {"eyes": "nobody"}).status_code == 404
    page = client.get(reverse("skirmish-replay", args=(fight.pk, 3)), {"eyes": "axis"}).content.decode()
    page_says(film_at(client, url, eyes="axis")["steps"][3], page)
    assert f'data-film="{url}?eyes=axis"' in page


def test_a_commanders_film_of_a_mission_has_his_sides_eyes_until_the_debrief(cast: Cast, client: Client) -> None:
    mission = make.flown(make.club(cast))
    at = (mission.campaign_id, mission.number)
    films = {}
    for user in (cast.axis, cast.umpire):
        client.force_login(user)
        films[user] = film_at(client, reverse("mission-film", args=at))
    assert films[cast.axis] != films[cast.umpire]
    make.debrief(mission)
    client.force_login(cast.axis)
    assert film_at(client, reverse("mission-film", args=at)) == films[cast.umpire]


def test_who_has_a_film_already_is_told_so_and_no_other_may_keep_it(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    fight: Skirmish = make.flown_skirmish(cast.owner, "wildblue", "duel")
    url = reverse("skirmish-film", args=(fight.pk,))
    first = client.get(url, headers={"Accept-Encoding": "gzip"})
    assert "private" in first["Cache-Control"]
    assert first["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(first.content)) == client.get(url).json()
    again = client.get(url, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(url, headers={"If-None-Match": '"another"'}).status_code == 200


def test_a_film_of_what_has_not_been_flown_leads_back(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    fight = make.skirmish(cast.owner)
    answer = client.get(reverse("skirmish-film", args=(fight.pk,)))
    assert answer["Location"] == reverse("skirmish", args=(fight.pk,))


def test_the_eyebrow_of_a_step_is_its_name_and_who_acts() -> None:
    found, record = filmed("wildblue", "duel")
    second: FilmStep = found.steps[1]
    caption = frames_of(record, None)[1].caption
    assert second.eyebrow.split(" · ") == [caption.step, caption.actor]
