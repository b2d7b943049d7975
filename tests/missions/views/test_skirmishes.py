"""The pages of skirmishes, as their owner, his friends and somebody with a strange form meet them."""

from __future__ import annotations

import re
from itertools import product
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from pytest_django.fixtures import DjangoAssertNumQueries

import engine
from config.common.refusals import Refusal
from config.common.vocabulary import rule_name
from engine.core.errors import BadSetup
from engine.core.report import Report
from missions import tasks
from missions.forms.skirmishes import OwnForm
from missions.models import Job, Skirmish
from missions.operations import jobs, skirmishes
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad

SYSTEMS = sorted(engine.systems())


@pytest.fixture
def owner(cast: Cast, client: Client) -> Client:
    client.force_login(cast.owner)
    return client


def form(**said: Any) -> dict[str, Any]:
    return {"key": str(uuid4()), "seed": "7"} | said


def own_form(system: str, **said: Any) -> dict[str, Any]:
    """The form of one's own set-up as a browser sends it untouched, with what is ``said``."""
    questions = engine.systems()[system].questions()
    sent: dict[str, Any] = form(title="")
    for question in questions.game:
        if question.default is not False:
            sent[f"game-{question.name}"] = question.default
    for side in engine.systems()[system].sides:
        for number in range(1, questions.units + 1):
            for question in questions.unit:
                if question.default is not False:
                    sent[f"{side}-{number}-{question.name}"] = question.default
    return sent | {name.replace("__", "-"): value for name, value in said.items()}


def dogfight(**said: Any) -> dict[str, Any]:
    return own_form("wildblue", **{"allied__1__aircraft": "spitfire-i", "axis__1__aircraft": "bf-109e-3"} | said)


def test_the_way_to_a_skirmish_begins_in_the_menu_and_at_home(owner: Client) -> None:
    home = owner.get(reverse("home")).content.decode()
    in_the_bar, under_more = 1, 1
    assert home.count(f'href="{reverse("skirmishes")}"') == in_the_bar + under_more
    assert f'href="{reverse("skirmish-new")}"' in home
    assert "None flown yet" in owner.get(reverse("skirmishes")).content.decode()


def test_every_game_is_offered_with_what_it_plays_like(owner: Client) -> None:
    page = owner.get(reverse("skirmish-new")).content.decode()
    for slug, system in engine.systems().items():
        assert system.about
        assert escape(system.about) in page
        assert reverse("skirmish-scenarios", args=[slug]) in page
        assert reverse("skirmish-own", args=[slug]) in page
    assert page.count(reverse("about")) == 2, "not affiliated, and the foot"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_scenario_of_a_game_is_a_card_with_its_title(system: str, owner: Client) -> None:
    page = owner.get(reverse("skirmish-scenarios", args=[system])).content.decode()
    for slug in engine.systems()[system].scenarios():
        assert f'value="{slug}"' in page
    assert page.count('class="card-choice"') == len(engine.systems()[system].scenarios())


@pytest.mark.parametrize("system", broad(SYSTEMS, 2))
def test_every_question_about_a_set_up_of_ones_own_is_on_its_page(system: str, owner: Client) -> None:
    page = owner.get(reverse("skirmish-own", args=[system])).content.decode()
    questions = engine.systems()[system].questions()
    for name in own_form(system):
        assert f'name="{name}"' in page
    assert page.count("</fieldset>") >= questions.units * len(engine.systems()[system].sides)


@pytest.mark.parametrize("name", ["skirmish-scenarios", "skirmish-own"])
def test_a_game_that_there_is_not_is_not_found(name: str, owner: Client) -> None:
    assert owner.get(reverse(name, args=["whist"])).status_code == 404


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_scenario_is_ordered_by_its_form(system: str, owner: Client) -> None:
    slug, scenario = next(iter(engine.systems()[system].scenarios().items()))
    sent = form(scenario=slug, **{"doctrine-axis": "bold", "level-axis": "veteran"})
    answer = owner.post(reverse("skirmish-scenarios", args=[system]), sent)
    ordered = Skirmish.objects.get()
    assert answer.headers["Location"] == reverse("skirmish", args=[ordered.pk])
    assert (ordered.title, ordered.system, ordered.seed) == (scenario.title, system, 7)
    assert (ordered.doctrines["axis"], ordered.levels["axis"]) == ("bold", "veteran")
    assert "veteran, bold" in owner.get(answer.headers["Location"]).content.decode()
    assert owner.post(reverse("skirmish-scenarios", args=[system]), sent).status_code == 302
    assert Skirmish.objects.count() == 1


@pytest.mark.portable
def test_without_a_seed_chance_picks_one(owner: Client) -> None:
    for _ in range(2):
        owner.post(reverse("skirmish-scenarios", args=["wildblue"]), form(scenario="duel", seed=""))
    first, second = Skirmish.objects.values_list("seed", flat=True)
    assert first != second


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"scenario": "no-such"}, "There is no such scenario."),
        ({"scenario": ""}, "Choose a scenario."),
        ({"doctrine-axis": "reckless"}, "A doctrine is one of"),
        ({"seed": "-4"}, "greater than or equal to 0"),
        ({"seed": "four"}, "Give a whole number"),
        ({"key": "4"}, "altered on the way"),
        ({"key": ""}, "without its key"),
    ],
)
def test_a_wrong_form_is_told_so_and_nothing_is_created(wrong: dict[str, str], sentence: str, owner: Client) -> None:
    answer = owner.post(reverse("skirmish-scenarios", args=["wildblue"]), form(scenario="duel") | wrong)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert sentence in page
    assert "scenario" not in wrong or page.index(sentence) < page.index('class="card-choice"'), "above the long list"
    assert not Skirmish.objects.exists()
    assert not Job.objects.exists()


@pytest.mark.portable
def test_a_set_up_of_ones_own_is_ordered_by_its_answers(owner: Client) -> None:
    sent = dogfight(title="Over Dover", allied__1__pilot="Al Deere", axis__3__aircraft="bf-109e-3", game__turns="5")
    assert owner.post(reverse("skirmish-own", args=["wildblue"]), sent).status_code == 302
    ordered = Skirmish.objects.get()
    assert ordered.title == "Over Dover"
    assert ordered.setup["turns"] == 5
    flown = [(unit["side"], unit["aircraft"]) for unit in ordered.setup["units"]]
    assert flown == [("allied", "spitfire-i"), ("axis", "bf-109e-3"), ("axis", "bf-109e-3")]
    assert ordered.setup["units"][0]["leader_pilot"]["name"] == "Al Deere"


@pytest.mark.parametrize("system", broad(SYSTEMS, 2))
def test_a_set_up_of_ones_own_is_flown_in_every_game(system: str, owner: Client) -> None:
    sent = first_that_is_taken(system)
    answer = owner.post(reverse("skirmish-own", args=[system]), sent)
    assert answer.status_code == 302
    tasks.fly_skirmish(str(Skirmish.objects.get().job_id))
    assert "What became of them" in owner.get(answer.headers["Location"]).content.decode()


def first_that_is_taken(system: str) -> dict[str, Any]:
    """The form with the first aircraft of the lists that may meet, one a side."""
    game = engine.systems()[system]
    first, *_ = game.questions().unit
    slugs = [option.value for option in first.options if option.value]
    for allied, axis in product(slugs, reversed(slugs)):
        sent = own_form(system, **{f"allied__1__{first.name}": allied, f"axis__1__{first.name}": axis})
        filled = OwnForm(game, sent)
        if filled.is_valid():
            try:
                game.check(filled.setup)
            except BadSetup:
                continue
            return sent
    raise AssertionError(f"no two aircraft of {system} may meet")


def test_a_set_up_of_ones_own_has_a_name_even_if_nobody_gives_it_one(owner: Client) -> None:
    owner.post(reverse("skirmish-own", args=["wildblue"]), dogfight())
    assert Skirmish.objects.get().title == "Wild Blue Yonder, my own"


@pytest.mark.parametrize("system", broad(SYSTEMS, 2))
def test_a_set_up_in_which_nobody_flies_is_refused_with_the_rules_sentence(system: str, owner: Client) -> None:
    answer = owner.post(reverse("skirmish-own", args=[system]), own_form(system))
    assert answer.status_code == 422
    said = re.search(r'<div class="form-error" role="alert">(.*?)</div>', answer.content.decode(), re.S)
    assert said is not None
    assert re.search(r"\w+ \w+.*[.\]]", said[1])
    assert not Skirmish.objects.exists()
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game__month": "1936-01"}, "1936-01"),
        ({"game__month": "soon"}, "soon"),
        ({"allied__1__skills": "X Y"}, "X"),
        ({"allied__1__aircraft": "zeppelin"}, "choose one of those on the list"),
        ({"game__turns": "many"}, "whole number"),
        ({"game__turns": "1000"}, "less than or equal to 99"),
        ({"allied__1__pilot": "x" * 61}, "at most 60"),
    ],
)
def test_what_the_rules_do_not_take_is_said_on_the_form_which_keeps_what_was_filled_in(
    wrong: dict[str, str], sentence: str, owner: Client
) -> None:
    answer = owner.post(
        reverse("skirmish-own", args=["wildblue"]), dogfight(axis__1__pilot="Galland") | dogfight(**wrong)
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert 'value="bf-109e-3" selected' in page
    assert not Skirmish.objects.exists()


def test_folded_units_that_are_filled_in_stand_open_when_the_form_comes_back(owner: Client) -> None:
    folded = owner.post(reverse("skirmish-own", args=["wildblue"]), dogfight(game__month="soon")).content.decode()
    filled = dogfight(game__month="soon", axis__4__aircraft="bf-109e-3")
    opened = owner.post(reverse("skirmish-own", args=["wildblue"]), filled).content.decode()
    assert opened.count('<details class="fold" open>') == folded.count('<details class="fold" open>') + 1


def test_a_page_in_waiting_asks_for_itself_until_it_has_flown(cast: Cast, owner: Client) -> None:
    skirmish = make.skirmish(cast.owner)
    url = reverse("skirmish", args=[skirmish.pk])
    waiting = owner.get(url).content.decode()
    assert "Waiting for take-off" in waiting
    assert f'hx-get="{url}"' in waiting
    assert "See how far it is" in waiting
    jobs.begin(make.job_of(skirmish).pk)
    make.moved(make.job_of(skirmish), 2, 6)
    part = owner.get(url, headers={"HX-Request": "true"}).content.decode()
    assert "Turn 2 of 6." in part
    assert "<html" not in part
    tasks.fly_skirmish(str(make.job_of(skirmish).pk))
    flown = owner.get(url).content.decode()
    assert "hx-trigger" not in flown
    assert reverse("skirmish-replay", args=[skirmish.pk]) in flown


def test_a_page_in_waiting_whose_skirmish_has_been_deleted_goes_to_the_list(cast: Cast, owner: Client) -> None:
    skirmish = make.skirmish(cast.owner)
    url = reverse("skirmish", args=[skirmish.pk])
    owner.post(reverse("skirmish-delete", args=[skirmish.pk]))
    asked = owner.get(url, headers={"HX-Request": "true"})
    assert asked.headers["HX-Redirect"] == reverse("skirmishes")
    assert owner.get(url).status_code == 404


def test_a_flight_that_failed_says_why(cast: Cast, owner: Client) -> None:
    skirmish = make.skirmish(cast.owner)
    jobs.fail(make.job_of(skirmish).pk, "The rules no longer take its set-up.")
    assert "no longer take its set-up" in owner.get(reverse("skirmish", args=[skirmish.pk])).content.decode()
    assert "did not come off" in owner.get(reverse("skirmishes")).content.decode()


@pytest.mark.portable
def test_a_flight_that_failed_says_the_beginning_of_a_reason_that_the_rulebooks_names_make_long(cast: Cast) -> None:
    skirmish = make.skirmish(cast.owner)
    reason = f"This set-up cannot be. {'[SUP 27] ' * 30}"
    assert len(reason) < 300 < len(Refusal(reason).sentence)
    with mock.patch("missions.tasks.flying.fly", side_effect=BadSetup(reason)):
        tasks.fly_skirmish(str(make.job_of(skirmish).pk))
    job = Job.objects.get(skirmish=skirmish)
    assert job.status == Job.Status.FAILED
    assert "This set-up cannot be. [Supplement 27]" in job.message
    assert len(job.message) <= 300


def test_the_page_tells_who_won_what_gave_points_and_what_became_of_everybody(cast: Cast, owner: Client) -> None:
    skirmish = make.flown_skirmish(cast.owner, scenario="two-elements", seed=7)
    assert skirmish.report is not None
    report = Report.from_json(skirmish.report)
    page = owner.get(reverse("skirmish", args=[skirmish.pk])).content.decode()
    allied, axis = report.points("allied"), report.points("axis")
    winner = "A draw" if allied == axis else "Victory: Allied" if allied > axis else "Victory: Axis"
    assert f"<h2>{winner}</h2>" in page
    assert page.count("shot down</span>") == sum(each.status == "destroyed" for each in report.aircraft)
    assert page.count('<th scope="row">') == len(report.aircraft)
    assert "Spitfire" in page
    assert "by Axis 2 leader in Bf 109E-3" in page
    for score in report.scores:
        assert rule_name(score.section) in page


@pytest.mark.parametrize("system", SYSTEMS)
def test_units_go_by_their_part_or_by_what_the_game_calls_their_side(system: str, cast: Cast, owner: Client) -> None:
    game = engine.systems()[system]
    skirmish = make.flown_skirmish(cast.owner, system, next(iter(game.scenarios())))
    assert skirmish.report is not None
    parts = {each.role.replace("-", " ").capitalize() for each in Report.from_json(skirmish.report).aircraft}
    told = owner.get(reverse("skirmish", args=[skirmish.pk])).context["outcome"].told
    for side, rows in told.rows.items():
        assert rows
        assert {row.unit.rsplit(" ", 1)[0] for row in rows} <= {game.sides[side], "Fighter", *parts}
        assert not [row.cause for row in rows if re.search(r"(allied|axis)-\d", row.cause)]


@pytest.mark.portable
def test_ones_own_are_listed_newest_first_by_one_query_and_nobody_elses(
    cast: Cast, owner: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for title in ("first", "second", "third"):
        make.flown_skirmish(cast.owner, title=f"The {title}")
    make.skirmish(cast.owner, title="The fourth")
    make.flown_skirmish(cast.axis, title="Not mine")
    with django_assert_num_queries(4):  # session, person, skirmishes, unread notices
        page = owner.get(reverse("skirmishes")).content.decode()
    assert re.findall(r"The (\w+)</strong>", page) == ["fourth", "third", "second", "first"]
    assert "Not mine" not in page
    assert "in the air" in page


@pytest.mark.portable
def test_it_is_flown_again_once_a_page(cast: Cast, owner: Client) -> None:
    skirmish = make.flown_skirmish(cast.owner)
    key = re.search(r'name="key" value="([^"]+)"', owner.get(reverse("skirmish", args=[skirmish.pk])).content.decode())
    assert key is not None
    again = reverse("skirmish-again", args=[skirmish.pk])
    places = {owner.post(again, {"key": key[1]}).headers["Location"] for _ in range(2)}
    assert Skirmish.objects.count() == 2
    assert places == {reverse("skirmish", args=[Skirmish.objects.exclude(pk=skirmish.pk).get().pk])}
    assert "without its key" in owner.post(again, follow=True).content.decode()
    assert Skirmish.objects.count() == 2


@pytest.mark.portable
def test_it_is_deleted_by_a_button_and_not_by_a_link(cast: Cast, owner: Client) -> None:
    skirmish = make.flown_skirmish(cast.owner)
    delete = reverse("skirmish-delete", args=[skirmish.pk])
    assert owner.get(delete).headers["Location"] == reverse("skirmish", args=[skirmish.pk])
    assert Skirmish.objects.exists()
    assert "has been deleted" in owner.post(delete, follow=True).content.decode()
    assert not Skirmish.objects.exists()


def test_there_is_no_replay_before_it_has_flown(cast: Cast, owner: Client) -> None:
    skirmish = make.skirmish(cast.owner)
    answer = owner.get(reverse("skirmish-replay", args=[skirmish.pk, 0]))
    assert answer.headers["Location"] == reverse("skirmish", args=[skirmish.pk])


def test_all_hands_lie_open_and_with_a_sides_eyes_only_its_own(cast: Cast, owner: Client) -> None:
    skirmish = make.flown_skirmish(cast.owner, scenario="two-elements")
    url = reverse("skirmish-replay", args=[skirmish.pk, 3])
    assert "face down" not in owner.get(url).content.decode()
    seen = owner.get(url, {"eyes": "axis"})
    page = seen.content.decode()
    assert "As the Axis side saw it." in page
    assert {hand.side for hand in seen.context["hands"] if not hand.cards} == {"allied"}
    links = set(re.findall(r'href="(/skirmishes/\d+/replay/\d+/[^"]*)"', page))
    others = {each.url for each in seen.context["audiences"]}
    assert len(links - others) > 3
    assert all(link.endswith("?eyes=axis") for link in links - others), "a further step is watched with the same eyes"
    asked = owner.get(reverse("skirmish-replay", args=[skirmish.pk]), {"step": "4", "eyes": "axis"})
    assert asked.headers["Location"].endswith("/replay/4/?eyes=axis")


@pytest.mark.parametrize("query", ["?eyes=third", "?eyes=%00", "?eyes=Axis", "?step=one", "?step=99999999"])
def test_eyes_and_steps_that_there_are_not_are_not_found(query: str, cast: Cast, owner: Client) -> None:
    skirmish = make.flown_skirmish(cast.owner)
    assert owner.get(reverse("skirmish-replay", args=[skirmish.pk]) + query).status_code == 404
    assert owner.get(reverse("skirmish-replay", args=[skirmish.pk, 9999])).status_code == 404


PRINTED = {"wwi": "Down in Flames WWI", "angels": "Angels Twenty", "sabin": "Dogfight"}


@pytest.mark.parametrize(
    ("system", "said", "sentence"),
    [
        (
            "wwi",
            {"allied__1__aircraft": "spad-xiii", "allied__1__wingmen": "8", "axis__1__aircraft": "fokker-dr-i"},
            "22",
        ),
        ("wwi", {"allied__1__aircraft": "spad-xiii", "axis__1__aircraft": "fokker-dr-i", "game__year": "1916"}, "1916"),
        (
            "angels",
            {"allied__1__aircraft": "typhoon-interceptor", "axis__1__aircraft": "bf-109e-ace", "game__year": "1940"},
            "1940",
        ),
        ("sabin", {"allied__1__aircraft": "ju-88", "axis__1__aircraft": "bf-109", "axis__1__size": "18"}, "18|6"),
    ],
)
def test_a_set_up_that_its_rules_forbid_is_refused_with_the_rule(
    system: str, said: dict[str, str], sentence: str, owner: Client
) -> None:
    answer = owner.post(reverse("skirmish-own", args=[system]), own_form(system, **said))
    assert answer.status_code == 422
    page = answer.content.decode()
    named = rf"\[{re.escape(PRINTED[system])}[, ][^<]*\]"
    assert re.search(rf"{sentence}[^<]*{named}|{named}[^<]*{sentence}", page), "rule and sentence"
    assert not Skirmish.objects.exists()


def test_what_became_of_aircraft_says_who_shot_at_them(cast: Cast, owner: Client) -> None:
    skirmish = make.flown_skirmish(cast.owner, "angels", "dogfight")
    page = owner.get(reverse("skirmish", args=(skirmish.pk,)), follow=True).content.decode()
    causes = re.findall(r'<span class="sub">(by [^<]*)</span>', page)
    assert causes
    assert all(re.fullmatch(r"by (Allied|Axis) \d, \w.*", cause) for cause in causes)


def test_a_record_that_the_rules_cannot_follow_is_told_and_no_fault(cast: Cast, owner: Client) -> None:
    flown = make.flown_skirmish(cast.owner, "sabin", next(iter(engine.systems()["sabin"].scenarios())))
    ordered = make.skirmish(cast.owner, "sabin", next(iter(engine.systems()["sabin"].scenarios())))
    assert flown.report is not None
    skirmishes.store(ordered, record=flown.record.replace("\n", "\n\n", 3), report=Report.from_json(flown.report))
    answer = owner.get(reverse("skirmish-replay", args=(ordered.pk,)), follow=True)
    assert answer.redirect_chain == [(reverse("skirmish", args=(ordered.pk,)), 302)]
    assert "cannot be followed by the rules as they are here" in answer.content.decode()
