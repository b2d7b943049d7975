"""What entries say that change the order of battle by hand: a type a change, of one kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias, cast, get_args

from campaigns.standing.said import (
    Amount,
    Codes,
    Count,
    Decider,
    Fractional,
    Listed,
    Names,
    Said,
    Slug,
    Text,
    Texts,
    Written,
)


class Change(Said):
    """Each is what its ``what`` says."""

    kind = "change"
    label = "Order of battle changed"
    subject = "changes"
    corrects = True
    of_side = "may"
    of_man: ClassVar[Names] = "may"
    taken_back_by: ClassVar[Decider] = "side"
    listed_for: ClassVar[Listed] = "side"
    is_known: ClassVar[bool] = False
    """Of a man, it shows in what the other side knows of him."""
    what: str
    reason: Text = ""

    @classmethod
    def variant(cls, data: Mapping[str, object]) -> type[Said]:
        return CHANGES[str(data.get("what"))]

    def as_json(self, *, accounts: bool = True) -> dict[str, object]:
        return {"what": self.what, **super().as_json(accounts=accounts)}


class NewSquadron(Change):
    what: Literal["squadron"] = "squadron"
    key: Slug
    title: Text
    code: Text
    nation: Text
    service: Text
    aircraft: Text
    base: Text


class AircraftDelivered(Change):
    what: Literal["deliver"] = "deliver"
    squadron: Slug
    codes: Codes
    aircraft: Text


class AircraftWithdrawn(Change):
    what: Literal["withdraw"] = "withdraw"
    codes: Codes


class AircraftMoved(Change):
    what: Literal["move"] = "move"
    squadron: Slug
    codes: Codes


class Repaired(Change):
    what: Literal["repair"] = "repair"
    code: Slug


class ReEquipped(Change):
    what: Literal["re-equip"] = "re-equip"
    squadron: Slug
    codes: Codes
    aircraft: Text


class SquadronWithdrawn(Change):
    what: Literal["withdraw-squadron"] = "withdraw-squadron"
    squadron: Slug


class SquadronBack(Change):
    what: Literal["bring-squadron"] = "bring-squadron"
    squadron: Slug


class Joined(Change):
    what: Literal["man"] = "man"
    of_man = "must"
    is_known = True


class Transferred(Change):
    what: Literal["transfer"] = "transfer"
    of_man = "must"
    squadron: Slug


class StatusDeclared(Change):
    what: Literal["status"] = "status"
    of_man = "must"
    status: Literal["fit", "wounded", "leave", "killed", "captured", "missing"]
    back: Count | None


class EarlierCareer(Change):
    what: Literal["career"] = "career"
    of_man = "must"
    is_known = True
    taken_back_by = "umpire"
    experience: Fractional
    kills: Fractional
    missions: Count
    green: bool
    skills: Texts


class StockChanged(Change):
    what: Literal["stock"] = "stock"
    stock: Text
    amount: Amount


class PointsGiven(Change):
    what: Literal["points"] = "points"
    is_open = True
    listed_for = "everybody"
    taken_back_by = "umpire"
    points: Amount

    def gives(self, side: str) -> Mapping[str, int]:
        return {side: self.points}


class MarkerMoved(Change):
    what: Literal["progress"] = "progress"
    taken_back_by = "umpire"
    spaces: Amount


class HouseRule(Change):
    what: Literal["rule"] = "rule"
    taken_back_by = "umpire"
    text: Text


AnyChange: TypeAlias = (
    NewSquadron
    | AircraftDelivered
    | AircraftWithdrawn
    | AircraftMoved
    | Repaired
    | ReEquipped
    | SquadronWithdrawn
    | SquadronBack
    | Joined
    | Transferred
    | StatusDeclared
    | EarlierCareer
    | StockChanged
    | PointsGiven
    | MarkerMoved
    | HouseRule
)
CHANGES: Mapping[str, type[Change]] = {each.model_fields["what"].default: each for each in get_args(AnyChange)}
"""By ``what``."""


def read_change(line: Written) -> AnyChange:
    """What a line says that changes the order of battle."""
    return cast(AnyChange, Change.of(line))
