"""The dogfight that the rulebook plays card by card, from set-up to the Clouds of Turn 3. [WBY 14]"""

from __future__ import annotations

import pytest

import engine
from tests.engine.rules import rule
from tests.engine.wildblue.table import Table, setup

AXIS_DEALT = "maneuver maneuver ims-1b-cockpit ims-1b1h vertical-roll tight-turn"
ALLIED_DEALT = "maneuver ims-1b2h ims-2b2h oots-3b4h clouds scissors"

AXIS_DRAWS = " ".join(
    (
        AXIS_DEALT,
        "ims-1b1h",  # Turn 1, Draw Step
        "barrel-roll",  # Turn 1, the Wingman defends
        "ims-3b3h",  # Turn 2, the Wingman attacks
        "oots-2b3h",  # the dive to Medium
        "tight-turn",  # the Vertical Roll to Low
        "maneuver ims-1b2h tight-turn",  # Draw Step
        "half-loop ims-2b2h clouds full-throttle barrel-roll",  # the promoted Wingman's hand
    )
)
ALLIED_DRAWS = " ".join(
    (
        ALLIED_DEALT,
        "maneuver ims-2b2h",  # Turn 1, the Wingman attacks
        "maneuver scissors",  # Draw Step
        "chop-throttle",  # Turn 2, following to Medium
        "ace-pilot",  # following to Low
        "ims-2b-engine scissors",  # the Wingman attacks
        "maneuver scissors",  # Draw Step
    )
)


class Story:
    """The game so far; each part of the example plays on from the one before."""

    def __init__(self) -> None:
        document = setup({"axis-1": "mc-202", "allied-1": "p-47c-5"})
        self.table = Table.of(engine.new("wildblue", document, 14))
        self.table.stack(axis=AXIS_DRAWS, allied=ALLIED_DRAWS)

    def check(
        self, *, axis_hand: str, allied_hand: str, axis_hits: int, allied_hits: int, altitude: str, axis_stands: str
    ) -> None:
        table = self.table
        assert table.hand("axis-1") == sorted(axis_hand.split())
        assert table.hand("allied-1") == sorted(allied_hand.split())
        assert table.hits("axis-1") == axis_hits
        assert table.hits("allied-1") == allied_hits
        assert table.altitude("axis-1") == table.altitude("allied-1") == altitude
        assert table.stands("axis-1", "allied-1") == axis_stands

    def play_set_up(self) -> None:
        table = self.table
        for _ in range(2):
            assert table.can("altitude very-high") is (table.asked == "allied-1 altitude")
            table.play("altitude high")
        assert table.hand("axis-1") == sorted(AXIS_DEALT.split())
        assert table.hand("allied-1") == sorted(ALLIED_DEALT.split())
        assert table.unit("axis-1")["full_throttle"] == 0
        assert table.unit("allied-1")["full_throttle"] == 1
        if table.asked == "axis order":
            table.play("go axis-1")
        assert table.turn == 1

    def play_turn_1_axis(self) -> None:
        table = self.table
        assert table.asked == "axis-1 altitude-step"  # no Wingman Step
        table.play("stay")
        table.play("play maneuver > allied-1 leader")
        assert table.can("respond full-throttle (counter)")
        table.play("pass")
        assert table.stands("axis-1", "allied-1") == "advantaged"
        table.play("play ims-1b-cockpit > allied-1 leader")
        assert table.can("respond full-throttle (counter)")
        table.play("pass")
        assert table.hits("allied-1") == 1
        assert table.unit("allied-1")["leader"]["cockpit"] == 1
        assert len(table.hand("allied-1")) == 6
        table.play("play maneuver > allied-1 leader", "pass")
        assert table.stands("axis-1", "allied-1") == "tailing"
        table.play("play ims-1b1h > allied-1 leader", "pass")
        assert table.hits("allied-1") == 2
        table.play("end", "end")
        assert table.choices == ["draw 0", "draw 1"]  # Horsepower 2, less one at High
        table.play("draw 1")
        self.check(
            axis_hand="ims-1b1h vertical-roll tight-turn",
            allied_hand=ALLIED_DEALT,
            axis_hits=0,
            allied_hits=2,
            altitude="high",
            axis_stands="tailing",
        )

    def play_turn_1_allied(self) -> None:
        table = self.table
        if table.asked == "allied order":
            table.play("go allied-1")
        assert table.asked == "allied-1 wingman-target"
        allied_pile, axis_pile = table.pile("allied")["draw"], table.pile("axis")["draw"]
        table.play("attack > axis-1 wingman")
        assert allied_pile - table.pile("allied")["draw"] == 2  # Offensive 2
        assert sorted(table.choices) == ["end", "play ims-2b2h > axis-1 wingman"]
        table.play("play ims-2b2h > axis-1 wingman")
        assert axis_pile - table.pile("axis")["draw"] == 1  # Defensive 2, less one at High
        assert sorted(table.choices) == ["pass", "respond barrel-roll"]
        table.play("respond barrel-roll")
        # The Wingman's own Full Throttle counter is no answer to a Barrel Roll either.
        assert table.choices == ["pass"]
        table.wait("allied-1 altitude-step")
        assert table.hits("axis-1", "wingman") == 0
        assert table.pile("allied")["discard"] == 2
        table.play("stay")

        table.play("play full-throttle > axis-1 leader (counter)")
        assert table.choices == ["pass"]
        table.play("pass")
        assert table.unit("allied-1")["full_throttle"] == 0
        assert table.stands("allied-1", "axis-1") == "disadvantaged"
        table.play("play scissors > axis-1 leader")
        assert table.choices == ["pass"]  # Agile counts only in its own turn
        table.play("pass")
        assert table.stands("allied-1", "axis-1") == "advantaged"
        assert table.can("play ims-2b2h > axis-1 leader")
        table.play("play ims-1b2h > axis-1 leader")
        assert sorted(table.choices) == ["pass", "respond tight-turn", "respond vertical-roll"]
        table.play("pass")
        assert table.hits("axis-1") == 2
        assert table.status("axis-1") == "undamaged"
        table.play("play maneuver > axis-1 leader", "respond tight-turn")
        assert table.choices == ["pass"]
        table.play("pass")
        assert table.stands("allied-1", "axis-1") == "advantaged"
        table.play("end", "end")
        assert table.choices == ["draw 0", "draw 1", "draw 2"]  # Horsepower 3 with Turbo, but Performance 5
        table.play("draw 2")

    def check_turn_2(self) -> None:
        assert self.table.turn == 2
        assert self.table.asked == "axis-1 wingman-target"
        self.check(
            axis_hand="ims-1b1h vertical-roll",
            allied_hand="maneuver ims-2b2h oots-3b4h clouds scissors",
            axis_hits=2,
            allied_hits=2,
            altitude="high",
            axis_stands="disadvantaged",
        )

    def play_turn_2_axis(self) -> None:
        table = self.table
        table.play("attack > allied-1 leader", "play ims-3b3h > allied-1 leader")
        assert table.choices == ["pass"]
        table.play("pass")
        assert table.hits("allied-1") == 5
        assert table.status("allied-1") == "damaged"
        table.wait("axis-1 altitude-step")

        table.play("dive")
        assert table.hand("axis-1") == sorted(["ims-1b1h", "vertical-roll", "oots-2b3h"])
        assert table.asked == "allied-1 follow"
        table.play("follow", "pay clouds")
        self.check(
            axis_hand="ims-1b1h vertical-roll oots-2b3h",
            allied_hand="maneuver ims-2b2h oots-3b4h scissors chop-throttle",
            axis_hits=2,
            allied_hits=5,
            altitude="medium",
            axis_stands="disadvantaged",
        )

        table.play("play oots-2b3h > allied-1 leader (as scissors)", "respond scissors", "pass")
        assert table.stands("axis-1", "allied-1") == "disadvantaged"
        table.play("play vertical-roll (dive)")
        assert table.choices == ["pass"]
        table.play("pass", "follow", "pay ims-2b2h", "pay oots-3b4h")
        self.check(
            axis_hand="ims-1b1h tight-turn",
            allied_hand="maneuver chop-throttle ace-pilot",
            axis_hits=2,
            allied_hits=5,
            altitude="low",
            axis_stands="disadvantaged",
        )
        table.play("end", "end")
        assert table.choices == ["draw 0", "draw 1", "draw 2", "draw 3"]  # Horsepower 2, one more at Low
        table.play("draw 3")
        assert table.hand("axis-1") == sorted(["ims-1b1h", "tight-turn", "maneuver", "ims-1b2h", "tight-turn"])

    def play_turn_2_allied(self) -> None:
        table = self.table
        table.play("attack > axis-1 leader", "play ims-2b-engine > axis-1 leader")
        table.play("respond tight-turn", "respond scissors")
        table.play("pass")
        assert table.status("axis-1", "leader") == "undamaged"  # the new Leader
        self.check(
            axis_hand="half-loop ims-2b2h clouds full-throttle barrel-roll",
            allied_hand="maneuver chop-throttle ace-pilot",
            axis_hits=0,
            allied_hits=5,
            altitude="low",
            axis_stands="neutral",
        )
        table.wait("allied-1 altitude-step")
        table.play("stay", "play maneuver > axis-1 leader", "respond full-throttle", "respond chop-throttle")
        assert table.choices == ["pass"]
        table.play("pass")
        assert table.stands("allied-1", "axis-1") == "advantaged"
        table.play("end", "end")
        assert table.choices == ["draw 0", "draw 1", "draw 2"]  # Performance 4 Damaged, less the Cockpit Hit
        table.play("draw 2")

    def check_turn_3(self) -> None:
        assert self.table.turn == 3
        self.check(
            axis_hand="half-loop ims-2b2h clouds barrel-roll",
            allied_hand="maneuver scissors ace-pilot",
            axis_hits=0,
            allied_hits=5,
            altitude="low",
            axis_stands="disadvantaged",
        )

    def play_turn_3_axis(self) -> None:
        table = self.table
        assert table.asked == "axis-1 altitude-step"  # no Wingman, no Wingman Step
        table.play("stay")
        table.play("play ims-2b2h > allied-1 leader (as scissors)", "respond scissors")
        assert table.choices == ["pass"]
        table.play("pass")
        assert table.stands("axis-1", "allied-1") == "disadvantaged"
        table.play("play half-loop > allied-1 leader")
        assert sorted(table.choices) == ["pass", "respond ace-pilot"]
        table.play("respond ace-pilot", "pass")
        assert table.stands("axis-1", "allied-1") == "disadvantaged"
        table.play("play clouds")
        assert table.choices == ["pass"]
        table.play("pass")
        assert table.stands("axis-1", "allied-1") == "neutral"
        assert sorted(table.choices) == ["hide low", "hide medium", "hide very-low"]
        table.play("hide very-low")
        assert table.view("allied")["units"]["axis-1"]["clouds"] is True
        assert table.hand("axis-1") == ["barrel-roll"]
        assert table.asked.startswith("allied-1")  # Discard and Draw Steps are skipped


PARTS = (
    (Story.play_set_up, ("WBY 14", "WBY 14.1", "WBY 14.2", "WBY 14.3", "WBY 14.4")),
    (Story.play_turn_1_axis, ("WBY 14.5", "WBY 14.5.1")),
    (Story.play_turn_1_allied, ("WBY 14.5.2",)),
    (Story.check_turn_2, ("WBY 14.5.3", "WBY 14.6")),
    (Story.play_turn_2_axis, ("WBY 14.6.1",)),
    (Story.play_turn_2_allied, ("WBY 14.6.2",)),
    (Story.check_turn_3, ("WBY 14.6.3", "WBY 14.7")),
    (Story.play_turn_3_axis, ("WBY 14.7.1",)),
)


@pytest.mark.parametrize(
    "last", [pytest.param(number, marks=rule(*ids), id=ids[-1]) for number, (_, ids) in enumerate(PARTS)]
)
def test_the_extended_example_runs_card_by_card_as_the_rulebook_tells_it_up_to(last: int) -> None:
    story = Story()
    for part, _ in PARTS[: last + 1]:
        part(story)
