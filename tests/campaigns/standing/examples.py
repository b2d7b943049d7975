"""One entry of every type that a journal knows: a mission and what came of it, and everything that people decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from campaigns.standing import NewLine, change_kinds, kinds, result_kinds
from campaigns.standing.said import Said

MISSION = 1
LEADER: Mapping[str, Any] = {"unit": "allied-1", "seat": "leader", "aircraft": "hurricane-i"}
CARD = {"number": 7, "face": "maneuver"}
VICTIM: Mapping[str, Any] = {"unit": "axis-1", "seat": "leader", "aircraft": "bf-109e-7"}
POINTS = {"allied": 5, "axis": 3}
SEAT = {"role": "commander", "who": "allied"}


class Example(NamedTuple):
    said: Said
    side: str = ""
    mission: int | None = None
    pilot_id: int | None = None

    def line(self, number: int) -> NewLine:
        line = NewLine.saying(self.said, side=self.side, mission=self.mission, pilot_id=self.pilot_id)
        return NewLine(line.kind, line.data, line.side, line.mission, line.pilot_id, 2 * MISSION, number)


def _flown(kind: type[Said], side: str = "allied", pilot: int | None = None, **data: Any) -> Example:
    return Example(kind.said(data), side, MISSION, pilot)


def _changed(kind: type[change_kinds.Change], pilot: int | None = None, **data: Any) -> Example:
    what = kind.model_fields["what"].default
    return Example(kind.said({"what": what, "reason": "It was so.", **data}), "allied", pilot_id=pilot)


EXAMPLES = (
    Example(kinds.Started(version="1.0", pack="small")),
    Example(kinds.PeriodBegun(number=1, first="1941-04-14", last="1941-04-20", stage="weeks", card=None, weather=None)),
    Example(
        kinds.Drawn.said(
            {
                "key": "sweep", "date": "1941-04-14", "title": "A sweep", "place": "The wire", "stage": "Weeks",
                "cards": [], "skilled": {},
            }
        ),
        mission=MISSION,
    ),
    _flown(result_kinds.Resource, key="drive", title="The drive"),
    _flown(
        result_kinds.Sortie, pilot=1, **LEADER, **{"class": "fighter"}, status="destroyed", exit="", hits=2,
        cause="a burst", over_target=False, jettisoned=False,
    ),
    _flown(result_kinds.Differed, what=["Interceptor 2 stayed at home: 2 Hurricane Mk I"]),
    _flown(result_kinds.Kill, "axis", **VICTIM, victim=LEADER),
    _flown(result_kinds.TargetHit, name="Depot", damage=2, level="light", points=3),
    _flown(result_kinds.Scored, "allied", points=POINTS["allied"], section="8.1", reason="a target", **LEADER),
    _flown(result_kinds.Scored, "axis", points=POINTS["axis"], section="8.1", reason="an aircraft", **VICTIM),
    _flown(
        result_kinds.FateMet, pilot=1, **LEADER, airframe="", card=CARD, result="hit", fuel_tank=False, ground="enemy",
        fate="missing", missions_out=0,
    ),
    _flown(
        result_kinds.FateMet, pilot=1, **LEADER, airframe="", card=CARD, result="miss", fuel_tank=False, ground="enemy",
        fate="evading", missions_out=4, again=CARD, again_result="miss",
    ),
    _flown(
        result_kinds.FateMet, pilot=1, **LEADER, airframe="", card=CARD, result="direct", fuel_tank=False,
        ground="enemy", fate="captured", missions_out=0, is_wounded=True,
    ),
    _flown(result_kinds.Search, pilot=1, card=CARD, result="miss", fate="missing"),
    Example(result_kinds.Debriefed.said({"way": "table", "turns": 6, "points": POINTS, "notes": []}), mission=MISSION),
    Example(kinds.Voided(reason="Rain."), mission=2),
    _flown(kinds.Ruling, "axis", 3, kill=6, verdict="denied", reason="Nobody saw it.", **{"with": None}),
    _flown(kinds.OrdersDecided, how="kept", who="allied"),
    Example(kinds.SkillLearned(code="A"), "allied", pilot_id=2),
    Example(kinds.Decorated(name="DFC", reason="Above all."), "allied", pilot_id=2),
    Example(kinds.Resolved(conflict="cap:1:allied", how="accept", reason="It was so.")),
    Example(
        kinds.Substituted(
            conflict="twice:1:1", how="substitute", reason="It was so.", mission=1, unit="allied-1", seat="leader"
        )
    ),
    Example(kinds.PackMoved.said({"version": "1.1", "from": "1.0"})),
    Example(kinds.NoteWritten(text="They know."), "allied"),
    Example(kinds.Archived(how="archived")),
    Example(kinds.SeatChanged.said({"how": "given", **SEAT}), "allied"),
    Example(
        kinds.StandIn.said({"how": "stand-in", **SEAT, "whose": "pilot", "until": "2026-01-01T12:00:00+00:00"}),
        "allied",
    ),
    Example(kinds.TermsAgreed(changed={"both_sides": (False, True)})),
    Example(kinds.Renamed(was="Tom", name="Thomas"), "allied", pilot_id=2),
    Example(kinds.Given(who="pilot"), "allied", pilot_id=2),
    Example(kinds.ManPictured(digest="0" * 64), "allied", pilot_id=2),
    Example(kinds.BadgePictured(digest="", squadron="new"), "allied"),
    _changed(
        change_kinds.NewSquadron, key="new", title="New", code="NN", nation="gb", service="RAF", aircraft="hurricane-i",
        base="",
    ),
    _changed(change_kinds.AircraftDelivered, squadron="new", codes=["NN-A", "NN-B"], aircraft="hurricane-i"),
    _changed(change_kinds.AircraftMoved, squadron="new", codes=["NN-B"]),
    _changed(change_kinds.Repaired, code="NN-A"),
    _changed(change_kinds.ReEquipped, squadron="new", codes=["NN-C"], aircraft="hurricane-i"),
    _changed(change_kinds.AircraftWithdrawn, codes=["NN-C"]),
    _changed(change_kinds.SquadronWithdrawn, squadron="new"),
    _changed(change_kinds.SquadronBack, squadron="new"),
    _changed(change_kinds.Joined, 2),
    _changed(change_kinds.Transferred, 2, squadron="new"),
    _changed(change_kinds.StatusDeclared, 2, status="leave", back=None),
    _changed(change_kinds.EarlierCareer, 2, experience="3/2", kills="2", missions=3, green=False, skills=[]),
    _changed(change_kinds.StockChanged, stock="fuel", amount=2),
    _changed(change_kinds.PointsGiven, points=4),
    _changed(change_kinds.MarkerMoved, spaces=1),
    _changed(change_kinds.HouseRule, text="Tea at five."),
    Example(
        kinds.Finished.said(
            {
                "missions": 1, "points": {"allied": 9, "axis": 3}, "margin": 6, "least": None,
                "grade": {"allied": "Victory", "axis": "Defeat"}, "text": "It is over.",
            }
        )
    ),
)  # fmt: skip
