"""The effects of Resources in words. [SUP 24.6]"""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.catalogue.library import library
from campaigns.catalogue.ratings import LOADS
from campaigns.packs.schema import Effect
from engine.core.campaigns import CampaignRules

_WORDS = {
    "skilled-pilot": "A skilled pilot flies with you",
    "experienced-crew": "Experienced crew: one striking unit draws a bomb card more",
    "over-target": "Your Fighters may go Over Target without striking it",
    "clouds-over-target": "Clouds Over Target: bombs draw a card less, torpedoes do not",
    "deceptive-course": "Deceptive Course: one Target-Bound Turn less, at least one",
    "early-warning": "Early Warning: you choose the Turn on which your first unit arrives",
    "pathfinder": "Pathfinder: each Formation draws a bomb card more",
    "night": "The Mission flies at night: Fighters as Lone Leaders",
}


_UNITS = {"element": "Element", "late-arrival": "Element", "section": "Section of three"}


def beside(text: str, effects: Iterable[Effect], rules: CampaignRules) -> tuple[str, ...]:
    """Each effect in words, but for what ``text``, which stands beside them, says in the same words."""
    said = text.casefold()
    return tuple(words for each in effects if (words := in_words(each, rules)).casefold() not in said)


def in_words(effect: Effect, rules: CampaignRules) -> str:
    """What one effect gives, without the full stop."""
    named = " or ".join(library().aircraft[slug].name for slug in effect.aircraft)
    times = f"{effect.count} × " if effect.count > 1 else ""
    match effect.effect:
        case "element" | "late-arrival" | "section":
            return f"{times}{_UNITS[effect.effect]}: {named}{_when(effect)}"
        case "formation":
            return f"{times}Formation of {' or '.join(map(str, effect.size))}: {named}{_when(effect)}"
        case "fighter-sweep":
            return f"Fighter sweep: {times}Element of {named} that need not escort"
        case "named-pilot":
            skills = f" ({', '.join(effect.skills)})" if effect.skills else ""
            return f"{effect.pilot}{skills} flies with you"
        case "loads":
            return f"Whoever can may carry {LOADS[effect.load or 'bombs'].lower()}"
        case "blitzkrieg":
            return f"Blitzkrieg: {rules.effects[effect.effect]} VP more if the target scores; Fighters may carry bombs"
        case "flak-guns":
            return f"Flak Guns: Target Flak +{effect.count * rules.effects[effect.effect]}"
        case "small-arms":
            return f"Small Arms: Target Flak +{effect.count * rules.effects[effect.effect]} against strafers"
    return _WORDS[effect.effect]


def any_of(choices: Iterable[str]) -> str:
    """Choices in a row of words: 1, 2 or 3."""
    *first, last = choices
    return f"{', '.join(first)} or {last}" if first else last


def _when(effect: Effect) -> str:
    if effect.phase:
        return ", Target-Bound only" if effect.phase == "target-bound" else ", Home-Bound only"
    if effect.arrives != (1,):
        return f", arriving on Turn {any_of(map(str, effect.arrives))}"
    return ""
