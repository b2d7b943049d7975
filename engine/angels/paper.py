"""The stat card of an aircraft as it is printed, with its crippled side on the back. [A20 How to Read a Stat Card]"""

from __future__ import annotations

from typing import Any, Final

from engine.angels.aircraft import Aircraft, aircraft, in_words, with_pilot
from engine.angels.tables import ABILITIES, CRIPPLED_ATTACKER, CRIPPLED_CHECK, CRIPPLED_TARGET, SUCCESS
from engine.angels.terms import QUALITIES
from engine.core.dice import signed
from engine.core.type_cards import CardFace, CardFigure, TypeCard

DASH: Final = "\N{EN DASH}"
CRIPPLED: Final = f"Fires at {signed(CRIPPLED_ATTACKER)} a die; is fired at with {signed(CRIPPLED_TARGET)} a die."
LEAST_ON_DICE: Final = 2
"""Two dice always reach it."""
_CHECK: Final = "Added to two dice; beside it what they must show, at high speed after the stroke"
HINTS: Final = {
    **dict.fromkeys(("Climb", "Dive", "Turn", "Roll"), _CHECK),
    "Speed": "Hexes of a move",
    "High": "Hexes of a move at high speed",
    "Armor": "Hits of one attack that damage it",
    "Vital": "Hits of one attack that destroy it",
    **{f"Range {range_}": "Dice to attack at so many hexes" for range_ in (1, 2, 3)},
}
"""By label, what each figure is. [A20 How to Read a Stat Card]"""


def type_cards(slug: str, rank: str = "") -> tuple[TypeCard, ...]:
    """The one card of an aircraft, in the hands of a pilot of quality ``rank`` if that is said.

    Raises ``EngineError`` for a slug that there is not.
    """
    card = aircraft(slug)
    if rank and not card.token:
        card = with_pilot(card, QUALITIES.index(rank.lower()))
    return (TypeCard("aircraft", _face(card), _face(card, is_crippled=True), hits=(max(card.hits - 1, 1), card.hits)),)


def _face(card: Aircraft, *, is_crippled: bool = False) -> CardFace:
    """Crippled, it checks and fires worse and has no high speed. [A20 Crippled]"""
    less = CRIPPLED_CHECK if is_crippled else 0
    has_high = bool(card.high[1]) and not is_crippled
    quality = QUALITIES[card.pilot].capitalize()
    attack = tuple(
        _figure(f"Range {range_}", str(dice), f"rear {rear}" if any(card.rear) else "")
        for range_, (dice, rear) in enumerate(zip(card.attack, card.rear, strict=True), 1)
    )
    return CardFace(
        f"Crippled, {card.cost} points" if is_crippled else f"{quality} pilot, {card.cost} points",
        ()
        if card.token
        else tuple(
            _figure(label, signed(bonus + less), _needed(bonus + less, has_high=has_high))
            for label, bonus in card.bonuses
        ),
        (
            (
                _figure("Speed", in_words(card.normal)),
                _figure("High", in_words(card.high) if has_high else DASH),
                _figure("Armor", str(card.armor)),
                _figure("Vital", str(card.vital)),
            ),
            attack,
        ),
        (
            *((CRIPPLED,) if is_crippled else ()),
            *map(_ability, sorted(card.abilities)),
            *(("Fires all round.",) if card.all_round else ()),
        ),
        ("Hit points", card.hits),
        is_damaged=is_crippled,
    )


def _needed(bonus: int, *, has_high: bool) -> str:
    """What two dice must show, at normal and at high speed: ``5+ / 8+``. [A20 Maneuver Checks]"""
    needed = [max(number - bonus, LEAST_ON_DICE) for number in SUCCESS[: 2 if has_high else 1]]
    return " / ".join(f"{number}+" for number in needed)


def _ability(slug: str) -> str:
    """What it does, in a few words with its figures. [A20 Aircraft Stats]"""
    effect: dict[str, Any] = ABILITIES[slug]
    check, dice = signed(effect.get("check", 0)), effect.get("dice", 0)
    bands = " and ".join(map(str, effect.get("altitudes", ())))
    return f"{slug.replace('-', ' ').capitalize()}: {_WORDS[slug].format(check=check, dice=dice, bands=bands)}"


_WORDS: Final = {
    "poor-at-altitude": "{check} to climb, turn and roll at {bands}.",
    "powered-roll": "{check} to a Split S.",
    "steady-shooter": "{dice} die more after a move without difficult maneuvers.",
    "killer-instinct": "{dice} die more against a damaged target.",
    "expert-dogfighter": "attackers ahead of it lose 1 on each die.",
    "boom-and-zoom": "one Climb or Power Dive more in a move.",
    "expert-flier": "may turn one hex side after all have moved.",
    "leader": "1 more for its side’s initiative.",
    "high-altitude": "{check} to climb, turn and roll at {bands}.",
    "energy-fighter": "{check} to a Climb at high speed.",
    "fast-dive": "{check} to a Power Dive.",
    "night-eyes": "sees in the dark.",
    "rear-gun": "fires backwards with its rear dice.",
    "snap-shot": "its own evading costs its fire nothing.",
    "deflection": "in-between shots take the lower number.",
}


def _figure(label: str, value: str, beside: str = "") -> CardFigure:
    return CardFigure(label, value, beside, hint=HINTS[label])
