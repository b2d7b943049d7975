"""A page of the table that is half filled in is kept for whoever fills it in, until it is stored or thrown away."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from accounts.operations import accounts
from accounts.selectors import exports
from config.common.refusals import Refusal
from missions.models import Flight, Mission, Orders, ResultDraft
from missions.operations import result_drafts
from missions.operations.table import record_table
from missions.results.outcomes import Outcome
from missions.selectors.archive import export
from tests import make
from tests.cast import Cast, client_of
from tests.missions.views.test_results import text, url, values

FATE, TURNS = "axis-1-leader-fate", "turns"


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A mission whose orders are open; its owner commands the Allied side and records how it goes."""
    return make.opened(make.campaign(cast.owner))


def filled_in(client: Client, mission: Mission, table: int = 1, /, **said: Any) -> dict[str, Any]:
    """The page as a browser sends it, something of it filled in."""
    page = client.get(url(mission, "mission-table"), {"table": table} if table > 1 else {})
    return values(page.context["form"]) | {"table": str(table)} | said


def keep(client: Client, mission: Mission, table: int = 1, /, **said: Any) -> Any:
    return client.post(url(mission, "mission-table-keep"), filled_in(client, mission, table, **said), follow=True)


def standing(client: Client, mission: Mission, query: str = "") -> dict[str, Any]:
    """What stands in the page when somebody comes to it."""
    return values(client.get(url(mission, "mission-table") + query).context["form"])


def stored_by(person: User, mission: Mission, outcome: Outcome | None = None) -> None:
    """The mission, flown at the table as somebody tells it."""
    told = outcome or make.rough(mission)
    record_table(actor=person, mission=mission, outcome=told, key=uuid4())


def test_what_was_filled_in_stands_in_the_page_again(cast: Cast, mission: Mission) -> None:
    owner = client_of(cast.owner)
    left = keep(owner, mission, **{FATE: "destroyed", TURNS: "no", "notes": "Dust over"})
    assert left.redirect_chain[-1][0] == url(mission, "mission")
    assert "is kept, for you alone" in text(left)
    back = owner.get(url(mission, "mission-table"))
    assert "This is what you had filled in" in text(back)
    assert "Throw it away" in text(back)
    found = values(back.context["form"])
    assert (found[FATE], found[TURNS], found["notes"]) == ("destroyed", "no", "Dust over")
    assert "form-error" not in back.content.decode(), "unfinished is not wrong"
    assert not Flight.objects.exists()


def test_it_is_kept_by_itself_as_one_types(cast: Cast, mission: Mission) -> None:
    owner = client_of(cast.owner)
    page = owner.get(url(mission, "mission-table")).content.decode()
    assert f'hx-post="{url(mission, "mission-table-keep")}"' in page
    assert "delay:" in page
    sent = owner.post(
        url(mission, "mission-table-keep"), filled_in(owner, mission, **{TURNS: "4"}), headers={"HX-Request": "true"}
    )
    assert sent.status_code == 200
    assert "<html" not in sent.content.decode()
    assert "Kept at" in text(sent)
    assert standing(owner, mission)[TURNS] == "4"


def test_what_was_ticked_off_again_comes_back_so(cast: Cast) -> None:
    seed = make.seed_that_draws(make.LAND, "via-balbia")
    mission = make.opened(make.campaign(cast.owner, make.LAND, seed=seed))
    owner = client_of(cast.owner)
    shared = next(name for name in standing(owner, mission) if name.endswith("-fate") and name.startswith("axis"))
    shared = shared.replace("-fate", "-shared_with")
    choices = owner.get(url(mission, "mission-table")).context["form"].fields[shared].choices
    keep(owner, mission, **{shared: [choices[0][0]]})
    assert standing(owner, mission)[shared] == [choices[0][0]]
    keep(owner, mission, **{shared: []})
    assert not standing(owner, mission).get(shared)


def test_what_is_stored_or_thrown_away_is_kept_no_longer(cast: Cast, mission: Mission) -> None:
    owner = client_of(cast.owner)
    keep(owner, mission, **{TURNS: "4"})
    gone = owner.post(url(mission, "mission-table-discard"), {"table": "1"}, follow=True)
    assert "thrown away" in text(gone)
    assert not ResultDraft.objects.exists()
    keep(owner, mission, **{TURNS: "4"})
    sent = filled_in(owner, mission)
    owner.post(url(mission, "mission-table"), sent | {"store": "1"})
    assert Flight.objects.get().report["turns"] == 4
    assert not ResultDraft.objects.exists()
    owner.post(url(mission, "mission-table-keep"), sent | {TURNS: "3"}, headers={"HX-Request": "true"})
    assert not ResultDraft.objects.exists(), "what was under way when the page was stored comes too late"


def test_what_is_told_of_a_table_is_kept_no_longer_and_that_of_another_table_is(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast), tables=2))
    for table in (1, 2):
        keep(client_of(cast.pilot), mission, table, notes="Ours")
    make.told(mission, cast.pilot)
    assert [draft.table for draft in ResultDraft.objects.all()] == [2]


def test_what_is_looked_at_before_it_is_stored_is_kept_too(cast: Cast, mission: Mission) -> None:
    owner = client_of(cast.owner)
    owner.post(url(mission, "mission-table"), filled_in(owner, mission, **{TURNS: "4"}) | {"review": "1"})
    assert standing(owner, mission)[TURNS] == "4"


def test_each_keeps_their_own_of_each_table_and_nobody_reads_another_s(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast), tables=2))
    pilot, axis = client_of(cast.pilot), client_of(cast.axis)
    keep(pilot, mission, notes="Ours")
    keep(pilot, mission, 2, notes="Theirs")
    assert standing(pilot, mission)["notes"] == "Ours"
    assert standing(pilot, mission, "?table=2")["notes"] == "Theirs"
    for other in (cast.axis, cast.umpire, cast.allied):
        client = client_of(other)
        for name in ("mission-table", "mission", "mission-results"):
            shown = client.get(url(mission, name)).content.decode()
            assert "Ours" not in shown
            assert "had filled in" not in shown
    axis.post(url(mission, "mission-table-discard"), {"table": "1"})
    assert ResultDraft.objects.count() == 2, "one throws one's own away"
    assert b"Theirs" not in export(mission.campaign)


def test_it_is_in_the_persons_own_file_and_in_no_others_and_goes_with_the_account(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast)))
    keep(client_of(cast.pilot), mission, notes="Half a story")
    (kept,) = exports.everything_about(cast.pilot)["missions"]["results_begun"]
    assert kept["answers"]["notes"] == ["Half a story"]
    assert exports.everything_about(cast.pilot, by_others=True)["missions"]["results_begun"] == []
    assert exports.everything_about(cast.axis)["missions"]["results_begun"] == []
    accounts.close(user=cast.pilot, texts=False)
    assert not ResultDraft.objects.exists()


def test_a_page_that_somebody_stored_over_is_shown_only_when_asked_for(cast: Cast) -> None:
    mission = make.opened(make.campaign(cast.owner))
    owner = client_of(cast.owner)
    keep(owner, mission, **{TURNS: "4", "notes": "Mine"})
    stored_by(cast.axis, mission, Outcome(turns=3))
    page = owner.get(url(mission, "mission-table"))
    assert "Another result has been stored since" in text(page)
    assert values(page.context["form"])[TURNS] == 3
    assert "hx-post" not in page.content.decode(), "what was kept is not written over before it was looked at"
    mine = standing(owner, mission, "?kept=1")
    assert (mine[TURNS], mine["notes"]) == ("4", "Mine")
    done = owner.post(url(mission, "mission-table"), mine | {"store": "1"})
    assert done.status_code == 302
    assert Flight.objects.get().report["turns"] == 4


def test_the_mission_says_that_something_is_kept_and_when_it_is_of_no_more_use(cast: Cast, mission: Mission) -> None:
    owner = client_of(cast.owner)
    keep(owner, mission, notes="Mine")
    assert "You have begun to tell how it went" in text(owner.get(url(mission, "mission")))
    stored_by(cast.axis, mission)
    make.debrief(mission)
    led = owner.get(url(mission, "mission-table"), follow=True)
    assert "What you had filled in for it is of no more use" in text(led)
    owner.post(url(mission, "mission-table-discard"), {"table": "1"})
    assert "of no more use" not in text(owner.get(url(mission, "mission")))


def test_whose_table_somebody_else_told_keeps_what_they_had_until_they_throw_it_away(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast)))
    axis = client_of(cast.axis)
    keep(axis, mission, notes="Mine")
    make.told(mission, cast.pilot)
    shown = text(axis.get(url(mission, "mission")))
    assert "pilot has told the result of table 1 already" in shown
    assert "What you had filled in" in shown


def test_orders_that_changed_since_are_said_to_have_and_what_no_longer_fits_is_left_out(
    cast: Cast, mission: Mission
) -> None:
    owner = client_of(cast.owner)
    keep(owner, mission, **{TURNS: "4"})
    draft = ResultDraft.objects.get()
    draft.answers |= {"axis-9-leader-fate": ["destroyed"], FATE: ["eaten"]}
    draft.save()
    Orders.objects.filter(mission=mission, side="axis").update(signed_at=timezone.now())
    page = owner.get(url(mission, "mission-table"))
    assert "The orders have changed since" in text(page)
    found = values(page.context["form"])
    assert (found[TURNS], found[FATE]) == ("4", "undamaged")


def test_more_than_a_page_of_the_table_holds_is_not_kept(cast: Cast, mission: Mission) -> None:
    owner = client_of(cast.owner)
    too_much = keep(owner, mission, notes="x" * (result_drafts.LARGEST + 1))
    assert "more than is kept" in text(too_much)
    keep(owner, mission, nonsense="x")
    assert "nonsense" not in ResultDraft.objects.get().answers


@pytest.mark.portable
def test_a_sign_that_no_text_has_is_left_out_of_what_is_kept(cast: Cast, mission: Mission) -> None:
    assert keep(client_of(cast.owner), mission, notes="Dust\0 over", expected_version="\0").status_code == 200
    assert "\0" not in str([(draft.answers, draft.seen) for draft in ResultDraft.objects.all()])
    assert ResultDraft.objects.get().answers["notes"] == ["Dust over"]


def test_who_may_not_tell_it_keeps_nothing(cast: Cast) -> None:
    mission = make.opened(make.club(cast))

    def kept_by(person: User) -> None:
        result_drafts.keep(
            actor=person, mission=mission, table_number=1, answers={"turns": ["3"]}, key=None, expected_version=""
        )

    for person in (cast.pilot, cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="Only a commander"):
            kept_by(person)
    kept_by(cast.axis)
    planned = make.drawn(make.campaign(cast.owner))
    with pytest.raises(Refusal, match="Both sides sign their orders first"):
        result_drafts.keep(actor=cast.owner, mission=planned, table_number=1, answers={}, key=None, expected_version="")
