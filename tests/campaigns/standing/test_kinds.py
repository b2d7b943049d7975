"""What the lines of a journal say: a type a kind, read from JSON and written back."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from campaigns.models import Entry
from campaigns.operations import changes, pilots
from campaigns.standing import NewLine
from campaigns.standing.fold import HANDLED, PASSED_OVER
from campaigns.standing.kinds import KINDS, NoteWritten, Ruling, Sortie, read
from tests import make
from tests.cast import Cast


def test_every_kind_of_entry_has_a_type_and_no_other_has() -> None:
    assert set(KINDS) == set(Entry.Kind.values)


def test_of_every_kind_something_comes_or_it_is_said_that_nothing_does() -> None:
    assert set(KINDS) == HANDLED | PASSED_OVER
    assert not HANDLED & PASSED_OVER


@pytest.mark.django_db
@pytest.mark.portable
def test_what_an_entry_says_is_written_back_as_it_was_read(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    make.debriefed(campaign)
    changes.add_rule(actor=cast.owner, campaign=campaign, text="Tea at five", reason="As always")
    pilots.add_note(actor=cast.owner, campaign=campaign, text="A quiet week.")
    entries = list(campaign.entries.all())
    assert {entry.kind for entry in entries} >= {"period", "drawn", "sortie", "kill", "fate", "debriefed", "change"}
    for entry in entries:
        assert read(entry).as_json() == entry.data


def test_what_nobody_here_knows_stays_beside_what_is_read() -> None:
    data = {"text": "Hush.", "of_tomorrow": [1, {"more": True}]}
    assert read(NewLine("note", data)).as_json() == data


def test_the_words_of_a_line_that_are_pythons_own_stand_in_it_as_ever() -> None:
    ruling = Ruling.said({"kill": 3, "verdict": "shared", "with": 7, "reason": "Both saw it."})
    assert (ruling.partner, ruling.as_json()["with"]) == (7, 7)
    assert ruling.with_men({7: 1}).as_json()["with"] == 1


def test_what_a_line_says_cannot_be_changed_by_a_word_that_it_does_not_have() -> None:
    with pytest.raises(TypeError, match="note says nothing about"):
        NoteWritten(text="Hush.").but(words="Loud.")


@pytest.mark.parametrize(
    ("kind", "data"),
    [("note", {}), ("sortie", {"unit": "axis-1"}), ("ruling", {"kill": "3", "verdict": "denied", "with": None})],
)
def test_what_no_operation_writes_is_not_read(kind: str, data: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        read(NewLine(kind, data))


def test_a_sortie_of_an_earlier_time_has_done_nothing_that_was_not_said_then() -> None:
    flown = Sortie.said(
        {
            "unit": "axis-1", "seat": "leader", "aircraft": "bf-109e-7", "class": "fighter", "status": "undamaged",
            "exit": "home", "hits": 0, "cause": "", "over_target": False, "jettisoned": False,
        }
    )  # fmt: skip
    assert (flown.role, flown.load, flown.struck, flown.fuel, flown.airframe) == ("", (), 0, None, "")
