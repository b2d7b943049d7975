"""What the lines of a journal say: a type a kind, read from JSON and written back."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from campaigns.operations import changes, pilots
from campaigns.packs.schema import SIDES
from campaigns.selectors.journal_sentences import sentence
from campaigns.standing import NewLine, fold
from campaigns.standing.fold import HANDLED, PASSED_OVER
from campaigns.standing.kinds import KINDS, Anything, NoteWritten, Ruling, SkillLearned, Voided, read
from campaigns.standing.result_kinds import Sortie
from campaigns.standing.said import Said
from tests import make
from tests.campaigns.standing.examples import EXAMPLES, Example
from tests.campaigns.standing.journals import men_of
from tests.campaigns.standing.packs import land
from tests.cast import Cast


def _leaves(kind: type[Said]) -> set[type[Said]]:
    """The types that no other is made of."""
    below = kind.__subclasses__()
    return set().union(*map(_leaves, below)) if below else {kind}


def test_every_type_is_among_those_that_a_reader_has_to_know() -> None:
    assert _leaves(Said) <= set(get_args(Anything))


def test_of_every_type_there_is_an_example_here() -> None:
    assert {type(example.said) for example in EXAMPLES} == set(get_args(Anything))


def test_what_entries_add_to_the_points_of_a_list_is_what_they_add_in_the_fold() -> None:
    pack = land(careers=True)
    standing = fold(pack, men_of(pack), [example.line(number) for number, example in enumerate(EXAMPLES, 1)])
    listed: Counter[str] = Counter()
    for example in EXAMPLES:
        listed.update(example.said.gives(example.side))
    assert standing.points == listed
    assert all(listed[side] for side in SIDES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: type(example.said).__name__)
def test_an_entry_of_every_type_is_read_as_it_was_written_and_has_a_sentence(example: Example) -> None:
    pack = land(careers=True)
    line = example.line(1)
    assert read(line) == example.said
    assert read(line).as_json() == line.data
    assert sentence(line, "", {}, pack).strip(". ")


@pytest.mark.parametrize(
    ("said", "names"),
    [
        (NoteWritten(text="Hush."), {"pilot_id": 1}),
        (SkillLearned(code="A"), {"side": "allied"}),
        (Voided(reason="Rain."), {"mission": 1, "side": "axis"}),
    ],
)
def test_an_entry_names_what_its_kind_is_about_and_nothing_else(said: Said, names: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="names a"):
        NewLine.saying(said, **names)


def test_a_kind_that_begins_without_a_subject_is_no_kind() -> None:
    with pytest.raises(TypeError, match="give its label and its subject"):
        type("Bonus", (Said,), {"kind": "bonus", "__module__": __name__})


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
