"""The worked examples of the rulebook, card by card."""

from __future__ import annotations

from tests.engine.rules import rule
from tests.engine.wwi.table import Table, unit


@rule("WWI V01", "WWI How It Works", "WWI Barrel Roll", "WWI Ace Pilot")
def test_two_barrel_rolls_and_an_ace_cancel_an_in_my_sights() -> None:
    table = Table.at(
        {"allied-1": unit("ims-1b1h barrel-roll maneuver"), "axis-1": unit("barrel-roll ace-pilot maneuver")}
    )
    table.play(
        "play ims-1b1h > axis-1 leader", "respond barrel-roll", "respond barrel-roll", "respond ace-pilot", "pass"
    )
    assert table.hits("axis-1") == 0
    assert table.asked == "allied-1 leader"


@rule("WWI V02", "WWI Out of the Sun", "WWI Vertical Roll d", "WWI Ace Pilot")
def test_an_ace_saves_an_attack_out_of_the_sun_from_a_vertical_roll() -> None:
    table = Table.at(
        {"allied-1": unit("oots-1b2h ace-pilot"), "axis-1": unit("vertical-roll barrel-roll chandelle stall-turn")}
    )
    table.play("play oots-1b2h > axis-1 leader")
    assert table.choices == ["respond vertical-roll", "pass"]
    table.play("respond vertical-roll", "respond ace-pilot", "pass")
    assert table.hits("axis-1") == 2


@rule("WWI V03", "WWI Maneuver a", "WWI Chandelle", "WWI Stall Turn")
def test_chandelles_beat_stall_turns_and_a_maneuver_succeeds() -> None:
    table = Table.at(
        {
            "allied-1": unit("maneuver chandelle chandelle maneuver"),
            "axis-1": unit("stall-turn stall-turn maneuver"),
        }
    )
    table.play("play maneuver > axis-1 leader", "respond stall-turn", "respond chandelle", "respond stall-turn")
    table.play("respond chandelle", "pass")
    assert table.stands("allied-1", "axis-1") == "advantaged"


def example_of_play() -> Table:
    """SPADs and triplanes at Medium, the SPADs first; the Leaders' hands as the example needs them."""
    table = Table.new(
        [
            {"id": "allied-1", "aircraft": "spad-xiii", "wingmen": 1},
            {"id": "axis-1", "aircraft": "fokker-dr-i", "wingmen": 3},
        ],
        points=22,
        year=1918,
    )
    table.stack(
        allied="ims-1b1h maneuver stall-turn maneuver ims-2b2h maneuver ims-1b1h barrel-roll "
        "oots-3b4h side-slip vertical-roll barrel-roll chandelle",
        axis="chandelle barrel-roll barrel-roll barrel-roll barrel-roll barrel-roll ace-pilot",
    )
    return table.play("altitude medium", "altitude medium")


@rule(
    "WWI V04",
    "WWI Sequence of Play 1",
    "WWI Sequence of Play 3",
    "WWI Good Guns",
    "WWI Good Turn",
    "WWI Leader Attack b",
    "WWI Side Slip c",
)
def test_the_example_of_play_is_played_card_by_card() -> None:
    table = example_of_play()
    assert table.asked == "allied-1 wingman"
    assert table.mini_hand("allied-1") == ["oots-3b4h", "side-slip", "vertical-roll"]
    assert len(table.hand("allied-1")) == 8

    # The Wingman: Out of the Sun, which draws a Jam Check in our deck; a blue card lets it pass.
    table.stack(allied="barrel-roll chandelle", axis="ims-1b1h vertical-roll")
    table.play("play oots-3b4h > axis-1 wingman-1")
    assert table.mini_hand("axis-1") == ["ims-1b1h", "vertical-roll"]
    table.play("respond vertical-roll", "respond vertical-roll", "pass")
    assert table.hits("axis-1", 1) == 4
    assert table.status("axis-1", 1) == "damaged"
    table.play("play side-slip > axis-1 wingman-1")
    assert table.choices == ["pass"]
    table.play("pass")
    assert len(table.hand("allied-1")) == 9, "beyond the Performance of 8"

    table.play("stay")

    # The Leader: two Hits on the damaged Wingman, who draws anew.
    table.stack(axis="ims-1b1h maneuver stall-turn")
    table.play("play ims-1b1h > axis-1 wingman-1", "pass")
    assert table.status("axis-1", 1) == "destroyed"
    held = len(table.hand("axis-1"))
    table.play("play maneuver > axis-1 leader", "respond chandelle")
    assert len(table.hand("axis-1")) == held, "one card played, one drawn for it"
    table.play("respond stall-turn", "pass")
    assert table.stands("allied-1", "axis-1") == "advantaged"
    table.play("play maneuver > axis-1 leader", "pass")
    assert table.stands("allied-1", "axis-1") == "tailing"
    table.stack(allied="barrel-roll")
    table.play("play ims-2b2h > axis-1 leader", "pass")
    assert table.hits("axis-1") == 3
    assert table.status("axis-1") == "flying", "not turned"
    assert not table.can("play ims-1b1h > axis-1 wingman-2")
    table.play("give up position")
    assert not table.can("play ims-1b1h > axis-1 wingman-2"), "the Leader's own Burst is spent"
    table.stack(axis="maneuver maneuver")
    table.play("play maneuver > axis-1 wingman-2", "pass")
    table.play("play ims-1b1h > axis-1 wingman-2", "pass")
    assert table.hits("axis-1", 2) == 2
    assert table.status("axis-1", 2) == "flying"

    # No more cards, no discards, and three drawn by Horsepower.
    held = len(table.hand("allied-1"))
    table.play("end", "end")
    assert len(table.hand("allied-1")) == min(held + 3, 8)
    assert table.asked.startswith("axis-1")


@rule("WWI V05", "WWI Set-Up 7", "WWI Set-Up 8")
def test_the_first_hand_is_one_less_at_high_and_one_more_at_low() -> None:
    table = Table.new(
        [
            {"id": "allied-1", "aircraft": "spad-xiii"},
            {"id": "axis-1", "aircraft": "spad-xiii"},
            {"id": "third-1", "aircraft": "spad-xiii"},
        ],
        options={"free_for_all": True},
    )
    assert table.asked == "allied-1 altitude"
    table.play("altitude high")
    assert table.game.view("axis")["units"]["allied-1"]["altitude"] == "high", "altitudes are chosen openly"
    assert table.hand("allied-1") == [], "cards come when all have chosen"
    table.play("altitude low", "altitude medium")
    assert [len(table.hand(name)) for name in ("allied-1", "axis-1", "third-1")] == [7, 9, 8]
