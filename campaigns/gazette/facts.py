"""What the journal says of a mission, as a newspaper asks it: who flew, who shot down whom, what was hit.

The chronicle decides what is known. The paper's is made of what everybody may read, whoever reads it.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final

from campaigns.catalogue.library import aircraft_name
from campaigns.packs.schema import SIDES
from campaigns.standing.chronicle import Chronicle, kills_after
from campaigns.standing.kinds import Decorated, Finished
from campaigns.standing.lines import Line, saying
from campaigns.standing.model import Airman, MissionStanding
from campaigns.standing.result_kinds import Debriefed, Kill, Search, Sortie, TargetHit
from campaigns.standing.sortie_text import fell_to_flak
from campaigns.standing.stories import facts_of, wording_of
from campaigns.standing.story import SortieFacts, author_of, story
from campaigns.standing.words import with_article
from config.common.vocabulary import amount
from engine.core.type_names import short_type_name

_TOLD: Final = ("marker", "event")
"""What happens to the campaign as a whole and is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flown:
    """An aircraft in the mission."""

    side: str
    name: str
    """Of its man or crew; empty where they have none."""
    plane: str
    """Its type, without the maker."""
    said: Sortie
    facts: SortieFacts | None
    """What his story is made of; ``None`` of who has no name."""
    story: str
    man: Airman | None

    @property
    def who(self) -> str:
        """``Hugh Carrowby``; of somebody without a name ``a Hurricane Mk I``'s crew."""
        return self.name or f"the crew of {with_article(self.plane)}"

    @property
    def is_lost(self) -> bool:
        return self.said.status == "destroyed"

    @property
    def fate(self) -> str:
        return self.facts.fate if self.facts else ""

    @property
    def wins(self) -> int:
        """Enemy aircraft that count as his alone."""
        return sum(self.facts.victims.values()) if self.facts else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Downing:
    """An aircraft that was shot down, and by whom."""

    by: tuple[Flown, ...]
    """More than one shared it."""
    victim: Flown
    is_claim: bool
    """Nobody has confirmed it yet, where only what is confirmed counts."""

    @property
    def side(self) -> str:
        return self.by[0].side


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionNews:
    """All that the paper may say of one mission."""

    number: int
    day: datetime.date
    title: str
    place: str
    stage: str
    sides: Mapping[str, str]
    """What they are called."""
    weather: str
    """What the period's card is called; empty without periods."""
    way: str
    is_corrected: bool
    points: Mapping[str, int]
    total: Mapping[str, int]
    striker: str
    """The side that the mission sends to a target; empty of a fight for its own sake."""
    targets: tuple[TargetHit, ...]
    flown: tuple[Flown, ...]
    downings: tuple[Downing, ...]
    found: tuple[Airman, ...]
    """Men who were missing and have been found again."""
    decorated: tuple[tuple[Airman, str], ...]
    happened: tuple[str, ...]
    """What happened to the campaign as a whole."""
    aces: tuple[tuple[Airman, str], ...]
    """Those with most victories after it, and how many."""
    ending: Finished | None
    """Of the mission that ended the campaign."""

    def of(self, side: str) -> list[Flown]:
        return [each for each in self.flown if each.side == side]

    def lost(self, side: str) -> list[Flown]:
        return [each for each in self.of(side) if each.is_lost]

    @property
    def all_lost(self) -> list[Flown]:
        return [each for each in self.flown if each.is_lost]

    @property
    def to_flak(self) -> list[Flown]:
        return [each for each in self.flown if fell_to_flak(each.said)]

    @property
    def new_aces(self) -> list[Flown]:
        return [each for each in self.flown if each.facts is not None and each.facts.makes_ace]

    @property
    def winner(self) -> str:
        """The side that came out ahead; empty: neither."""
        allied, axis = self.points["allied"], self.points["axis"]
        return "allied" if allied > axis else "axis" if axis > allied else ""


MOST_ACES: Final = 5


class Reporter:
    """Reads the news of any mission of a campaign from one chronicle."""

    def __init__(self, known: Chronicle) -> None:
        self._known = known

    @property
    def numbers(self) -> list[int]:
        """The missions of which there is news, the latest first: debriefed and not void."""
        missions = self._known.standing.missions.values()
        return sorted((each.number for each in missions if each.counts and each.date), reverse=True)

    def news(self, number: int) -> MissionNews:
        """Of one of ``numbers``."""
        standing, own = self._known.standing, self._by_mission[number]
        told = standing.missions[number]
        debriefed = next(said for _, said in saying(own, Debriefed))
        flown = [self._flown(line, said) for line, said in saying(own, Sortie)]
        return MissionNews(
            number=number,
            day=datetime.date.fromisoformat(told.date),
            title=told.title,
            place=told.place,
            stage=told.stage,
            sides={side: standing.pack.side_titles[side] for side in SIDES},
            weather=self._weather(told),
            way=debriefed.way,
            is_corrected=debriefed.corrected,
            points=told.points if any(told.points.values()) else debriefed.points.by_side,
            total=standing.points_after.get(number, standing.points),
            striker=(standing.pack.mission(told.key).striker or "") if told.key else "",
            targets=tuple(said for _, said in saying(own, TargetHit)),
            flown=tuple(flown),
            downings=tuple(self._downings(own, flown)),
            found=tuple(
                man
                for line, said in saying(own, Search)
                if said.fate == "rescued" and (man := standing.airmen.get(line.pilot_id or 0)) is not None
            ),
            decorated=tuple(
                (man, said.name)
                for line, said in saying(self._known.lines.values(), Decorated)
                if line.moment // 2 == number and (man := standing.airmen.get(line.pilot_id or 0)) is not None
            ),
            happened=tuple(each.text for each in standing.life if each.what in _TOLD and each.moment // 2 == number),
            aces=tuple(self._aces(number)),
            ending=self._ending(number),
        )

    @cached_property
    def _by_mission(self) -> Mapping[int | None, Sequence[Line]]:
        found: dict[int | None, list[Line]] = defaultdict(list)
        for line in self._known.lines.values():
            found[line.mission].append(line)
        return found

    @cached_property
    def _flyers(self) -> Mapping[int, Airman]:
        """Who flew each sortie, by its entry, whoever was put in somebody's place since."""
        men = self._known.standing.airmen.values()
        return {each.entry: man for man in men for each in man.life if each.what == "sortie"}

    @cached_property
    def _told(self) -> dict[int, Mapping[int, SortieFacts]]:
        return {}

    def _facts(self, man: Airman) -> Mapping[int, SortieFacts]:
        """By entry what is known of each sortie of a man."""
        if man.pk not in self._told:
            self._told[man.pk] = {fact.entry: facts for fact, facts in facts_of(self._known, man)}
        return self._told[man.pk]

    def _flown(self, line: Line, said: Sortie) -> Flown:
        man = self._flyers.get(line.number)
        facts = self._facts(man).get(line.number) if man is not None else None
        told = ""
        if man is not None and facts is not None:
            fact = next(each for each in man.life if each.entry == line.number and each.what == "sortie")
            told = story(facts, wording_of(man, fact))
        plane = short_type_name(aircraft_name(said.aircraft))
        name = man.name if man is not None else ""
        return Flown(side=line.side, name=name, plane=plane, said=said, facts=facts, story=told, man=man)

    def _downings(self, own: Sequence[Line], flown: Sequence[Flown]) -> Iterator[Downing]:
        """Those that nobody has denied, each once however many shared it."""
        places = {(each.side, each.said.unit, each.said.seat): each for each in flown}
        men = {each.man.pk: each for each in flown if each.man is not None}
        claims: dict[tuple[str, str, str], list[tuple[Flown, bool]]] = defaultdict(list)
        for line, said in saying(own, Kill):
            other = "axis" if line.side == "allied" else "allied"
            author, victim = places.get((line.side, said.unit, said.seat)), (other, said.victim.unit, said.victim.seat)
            ruling = self._known.ruling(line)
            if author is None or victim not in places or (ruling is not None and ruling.verdict == "denied"):
                continue
            sharer = men.get(ruling.sharer or 0) if ruling is not None else None
            counts = bool(self._known.confirmed(line))
            claims[victim] += [(each, counts) for each in (author, sharer) if each is not None]
        for victim, found in claims.items():
            authors = tuple(author for author, _ in found)
            yield Downing(by=authors, victim=places[victim], is_claim=not any(counts for _, counts in found))

    def _weather(self, told: MissionStanding) -> str:
        periods = {each.number: each for each in self._known.standing.periods}
        period = periods.get(told.period)
        return period.weather.title if period is not None and period.weather is not None else ""

    def _aces(self, number: int) -> Iterator[tuple[Airman, str]]:
        """By their victories after this mission, as they stand by now."""
        found = []
        for man in self._known.standing.airmen.values():
            if man.kills:
                after = kills_after(self._known, man)
                so_far = [mission for mission in after if mission <= number]
                if so_far and (kills := after[max(so_far)]):
                    found.append((kills, man))
        for kills, man in sorted(found, key=lambda pair: (-pair[0], pair[1].name))[:MOST_ACES]:
            yield man, amount(kills)

    def _ending(self, number: int) -> Finished | None:
        if number != max(self.numbers):
            return None
        return next((said for _, said in saying(self._known.lines.values(), Finished)), None)


def blow_by(flown: Flown) -> str:
    """Who or what hit an aircraft, as far as anybody knows."""
    return author_of(flown.said.cause)


def by_type(flown: Sequence[Flown]) -> dict[str, int]:
    """How many there are of each type, the most first."""
    counted = [(plane, len(list(group))) for plane, group in groupby(sorted(each.plane for each in flown))]
    return dict(sorted(counted, key=lambda pair: (-pair[1], pair[0])))
