"""Who sits where: seats are given, taken, left and handed on, and somebody stands in for who is away.

One person has seats on both sides only where the terms allow it, nobody sits against a side whose sealed orders they
have seen, and nobody in a campaign of a club that has banned them, whichever way they come to it: every operation here
asks ``_refuse_place`` under the campaign's lock.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from campaigns.access import is_umpire
from campaigns.models import ON_A_SIDE, Campaign, Role, Seat, Side
from campaigns.operations.campaigns import locked
from campaigns.operations.journal import Batch
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.seats import PLANNERS, is_player, squadrons_of, takes_part
from campaigns.selectors.seen_orders import refuse_if_seen
from campaigns.selectors.sides import side_titles
from campaigns.standing.kinds import Given, SeatChanged
from clubs.selectors.bans import is_banned
from config.common.refusals import Refusal

LONGEST: Final = timedelta(days=366)
"""For which somebody may be named to stand in."""
AT_START: Final = 1
"""The moment of what is said of a man's name and player: it counts from the beginning, whenever it is said."""
OWNER: Final = "owner"
"""Beside the names of roles, what the journal says of whoever the campaign belongs to."""


def give_seat(
    *,
    actor: User,
    campaign: Campaign,
    user: User,
    role: Role,
    side: str = "",
    squadron: str = "",
    how: str = "given",
    expected_holder: int | None = None,
) -> Seat:
    """Give a person a seat; ``how``: ``given``, or ``invited`` if it comes by an invitation of the actor's.

    A commander's seat passes from whoever held it, person or staff. Who has the seat already keeps it as it is.
    ``expected_holder``: whose it was (number of the user, 0: the staff's) when the actor looked; from somebody else it
    is not taken unseen.
    """
    with locked(campaign.pk) as campaign:
        if not is_umpire(campaign, actor):
            raise Refusal("Only the owner and the umpires of a campaign give seats.")
        if expected_holder is not None and role == Role.COMMANDER:
            _refuse_if_taken(campaign, user, side, expected_holder)
        return _sit(campaign, actor, user, role, side, squadron, how)


def join(*, actor: User, campaign: Campaign, side: str) -> Seat:
    """Take a pilot's seat oneself: a player of the campaign's club, where the terms let players in freely.

    Whoever has sat on the other side has heard what it says among itself: they change sides by the umpire alone.
    """
    with locked(campaign.pk) as campaign:
        if campaign.joining != Campaign.Joining.FREELY:
            raise Refusal("In this campaign the umpire gives the seats. Ask for one.")
        if not is_player(campaign, actor.pk):
            raise Refusal("Only players of the campaign’s club take a seat themselves.")
        if campaign.is_finished:
            raise Refusal("The campaign is over: there is nothing left to fly.")
        if side not in Side.values:
            raise Refusal("Choose a side.", "side")
        if campaign.seats.filter(user=actor, side=side, role__in=ON_A_SIDE).exists():
            raise Refusal("You have a seat on this side already.", "side")
        other = Side.AXIS if side == Side.ALLIED else Side.ALLIED
        sat = Q(data__people__who=actor.pk) | Q(data__people__whose=actor.pk)
        if not campaign.both_sides and campaign.entries.filter(sat, kind=SeatChanged.kind, side=other).exists():
            title = side_titles(campaign)[other]
            raise Refusal(f"You have sat on the {title} side. Ask the umpire for a seat on this one.", "side")
        return _sit(campaign, actor, actor, Role.PILOT, side, "", "joined")


def take_away(*, actor: User, campaign: Campaign, seat: int) -> None:
    """Take a seat away from whoever holds it; a commander's goes to the engine's staff.

    The last umpire's may be taken too: the owner remains.
    """
    with locked(campaign.pk) as campaign:
        if not is_umpire(campaign, actor):
            raise Refusal("Only the owner and the umpires of a campaign take seats away.")
        _get_up(campaign, actor, [_seat(campaign, seat)], "taken-away")


def leave(*, actor: User, campaign: Campaign, seat: int) -> None:
    """Leave one's own seat; a commander's goes to the engine's staff."""
    with locked(campaign.pk, archived_too=True) as campaign:
        left = _seat(campaign, seat)
        if left.user_id != actor.pk:
            raise Refusal("That seat is not yours to leave.")
        _get_up(campaign, actor, [left], "left")


def give_up_seats(*, actor: User, campaign: Campaign, user: User) -> None:
    """Every seat of ``user`` ends, and so does every standing in: he has left the club, or the house.

    Whoever calls knows that the actor may do that. Nothing happens if there are none.
    """
    with locked(campaign.pk, archived_too=True) as campaign:
        for seat in campaign.seats.filter(stand_in=user).select_related("user", "stand_in"):
            _end_stand_in(campaign, actor, seat)
        _get_up(campaign, actor, list(campaign.seats.filter(user=user).select_related("user")), "left")


def name_stand_in(*, actor: User, campaign: Campaign, seat: int, user: User, until: datetime) -> Seat:
    """Have ``user`` act from a seat beside its holder, until a moment. Whoever was named before no longer does."""
    with locked(campaign.pk) as campaign:
        held = _seat(campaign, seat)
        _refuse_unless_his(campaign, held, actor)
        if held.user is None:
            raise Refusal("The staff holds this seat and is never away.", "seat")
        if held.user_id == user.pk:
            raise Refusal(f"{user.get_username()} holds this seat.", "person")
        if not takes_part(campaign, user):
            raise Refusal("Somebody of the campaign or of its club stands in.", "person")
        if not timedelta(0) < until - timezone.now() <= LONGEST:
            raise Refusal("Name a day from today on, at most a year ahead.", "until")
        _refuse_place(campaign, user, Role(held.role), held.side)
        if held.stand_in_id != user.pk and held.is_covered:
            _end_stand_in(campaign, actor, held)
        held.stand_in, held.stand_in_until = user, until
        held.save(update_fields=["stand_in", "stand_in_until"])
        _tell_stand_in(campaign, actor, held, "stand-in")
        return held


def end_stand_in(*, actor: User, campaign: Campaign, seat: int) -> None:
    """End a standing in before its day. Whoever stands in may say so too."""
    with locked(campaign.pk) as campaign:
        held = _seat(campaign, seat)
        if held.stand_in is None:
            raise Refusal("Nobody stands in for this seat.")
        if held.stand_in_id != actor.pk:
            _refuse_unless_his(campaign, held, actor)
        _end_stand_in(campaign, actor, held)


def hand_over(*, actor: User, campaign: Campaign, user: User) -> None:
    """Let the campaign belong to somebody else who takes part in it. Seats stay as they are."""
    with locked(campaign.pk, archived_too=True) as campaign:
        if campaign.owner_id != actor.pk:
            raise Refusal("Only the owner of a campaign hands it over.")
        if user.pk == actor.pk:
            raise Refusal("The campaign is yours already.", "person")
        if not takes_part(campaign, user):
            raise Refusal("A campaign is handed over to somebody who takes part in it or is of its club.", "person")
        pass_on(actor=actor, campaign=campaign, user=user)


def pass_on(*, actor: User, campaign: Campaign, user: User) -> None:
    """Let the campaign belong to ``user``; whoever calls knows that the actor may do that."""
    with locked(campaign.pk, archived_too=True) as campaign:
        whose, campaign.owner = campaign.owner, user
        campaign.save(update_fields=["owner"])
        batch = Batch(campaign, actor)
        batch.add(_changed("handed-over", user, whose=whose))
        batch.write()
        batch.tell("seat-given", {"role": "Owner", "side": "", "user": user.pk}, person=user)


def refuse_both_sides(campaign: Campaign, user: User, role: Role, side: str) -> None:
    """One person sits on one side, and an umpire, who sees both sides' plans, decides for none."""
    if campaign.both_sides:
        return
    held = list(campaign.seats.held_by(user.pk))
    who = user.get_username()
    if side and any(seat.side not in ("", side) for seat in held):
        other = side_titles(campaign)[Side.AXIS if side == Side.ALLIED else Side.ALLIED]
        raise Refusal(
            f"{who} has a seat on the {other} side. The terms of this campaign let nobody sit on both sides.", "person"
        )
    if role in PLANNERS and any(seat.role == Role.UMPIRE for seat in held):
        raise Refusal(
            f"{who} is an umpire and sees both sides’ plans. The umpire’s seat is given up first, "
            "or the terms allow seats on both sides.",
            "person",
        )
    if role == Role.UMPIRE and any(seat.role in PLANNERS for seat in held):
        raise Refusal(
            f"{who} decides for a side, and an umpire sees both sides’ plans. That seat is given up first, "
            "or the terms allow seats on both sides.",
            "person",
        )


def _refuse_if_taken(campaign: Campaign, user: User, side: str, expected_holder: int) -> None:
    """Somebody else commands by now, who is not the one that is to."""
    held = campaign.seats.filter(role=Role.COMMANDER, side=side).select_related("user").first()
    if held is None or (held.user_id or 0) in (expected_holder, user.pk):
        return
    who = held.user.get_username() if held.user is not None else "the staff"
    raise Refusal(
        f"The command has changed hands since you opened this page: {who} has it now. Give it again if that is right.",
        "seat",
    )


def _refuse_place(campaign: Campaign, user: User, role: Role, side: str) -> None:
    """Whatever keeps a person from a seat, or from standing in at it; ``campaign`` is locked."""
    refuse_both_sides(campaign, user, role, side)
    if is_banned(campaign.club_id, user):
        raise Refusal(f"The campaign’s club has banned {user.get_username()}: there is no seat for them.", "person")
    refuse_if_seen(campaign, user, side)


def _sit(campaign: Campaign, actor: User, user: User, role: Role, side: str, squadron: str, how: str) -> Seat:
    """The seat is his from now on; ``campaign`` is locked."""
    _refuse_no_such_seat(campaign, role, side, squadron)
    held = campaign.seats.filter(role=role, side=side, squadron=squadron).select_related("user", "stand_in")
    if (found := held.filter(user=user).first()) is not None:
        return found
    _refuse_place(campaign, user, role, side)
    batch = Batch(campaign, actor)
    before: User | None = None
    if role == Role.COMMANDER:
        seat = held.get()
        before = seat.user
        _end_cover(batch, seat)
        seat.user, seat.stand_in, seat.stand_in_until = user, None, None
        seat.save(update_fields=["user", "stand_in", "stand_in_until"])
    else:
        seat = Seat.objects.create(campaign=campaign, role=role, side=side, squadron=squadron, user=user)
    batch.add(_changed(how, user, seat, whose=before), side=side)
    if before is not None:
        _free_men(campaign, batch, before, side)
    batch.write()
    concerns_all = role == Role.COMMANDER or how == "joined"
    told = {"role": role.label, "side": side, "user": user.pk}
    batch.tell("seat-given", told, person=None if concerns_all else user)
    return seat


def _get_up(campaign: Campaign, actor: User, seats: Iterable[Seat], how: str) -> None:
    """These seats are their holders' no longer; ``campaign`` is locked."""
    batch = Batch(campaign, actor)
    told: list[tuple[User, Seat]] = []
    for seat in seats:
        before, role = seat.user, Role(seat.role)
        if before is None:
            raise Refusal("The staff holds this seat already.")
        _end_cover(batch, seat)
        if role == Role.COMMANDER:
            seat.user = seat.stand_in = seat.stand_in_until = None
            seat.save(update_fields=["user", "stand_in", "stand_in_until"])
        else:
            Seat.objects.filter(pk=seat.pk).delete()
        batch.add(_changed(how, before, seat), side=seat.side)
        _free_men(campaign, batch, before, seat.side)
        told.append((before, seat))
    batch.write()
    for before, seat in told:
        data = {"role": Role(seat.role).label, "side": seat.side, "user": before.pk}
        batch.tell("seat-left", data, about=f"{seat.role} {seat.side} {seat.squadron}")


def _free_men(campaign: Campaign, batch: Batch, user: User, side: str) -> None:
    """The men of somebody who has no seat left on a side are nobody's from now on."""
    if not side or campaign.seats.filter(user=user, side=side).exists():
        return
    for man in campaign.pilots.filter(player=user, side=side).order_by("pk"):
        man.player = None
        man.save(update_fields=["player"])
        batch.add(Given(who=""), side=side, pilot=man, moment=AT_START)


def _end_cover(batch: Batch, seat: Seat) -> None:
    """Journal that who stood in no longer does, for the seat is about to be somebody else's or nobody's."""
    if seat.stand_in is not None and seat.is_covered:
        batch.add(_changed("stand-in-ended", seat.stand_in, seat, whose=seat.user), side=seat.side)


def _end_stand_in(campaign: Campaign, actor: User, seat: Seat) -> None:
    _tell_stand_in(campaign, actor, seat, "stand-in-ended")
    seat.stand_in = seat.stand_in_until = None
    seat.save(update_fields=["stand_in", "stand_in_until"])


def _tell_stand_in(campaign: Campaign, actor: User, seat: Seat, how: str) -> None:
    """Journal and tell that somebody stands in, or no longer does."""
    who, until = seat.stand_in, seat.stand_in_until
    assert who is not None, "somebody stands in"
    assert until is not None, "until a moment"
    written = until.astimezone(UTC).isoformat(timespec="minutes")
    batch = Batch(campaign, actor)
    changed = _changed(how, who, seat, whose=seat.user, until=written if how == "stand-in" else "")
    batch.add(changed, side=seat.side)
    batch.write()
    told = {"user": who.pk, "for": seat.user_id, "until": written, "how": how}
    for person in filter(None, {who, seat.user}):
        batch.tell("stand-in", told, about=str(person.pk), person=person)


def _changed(
    how: str, who: User, seat: Seat | None = None, *, whose: User | None = None, until: str = ""
) -> SeatChanged:
    """What the journal says of a seat; ``None``: of the owner's place."""
    role = Role(seat.role).name.lower() if seat else OWNER
    squadron = seat.squadron if seat else ""
    people = {name: user for name, user in (("who", who), ("whose", whose)) if user is not None}
    names = {name: user.get_username() for name, user in people.items()}
    told = {"how": how, "role": role, **names, "people": {name: user.pk for name, user in people.items()}}
    told |= {name: value for name, value in (("squadron", squadron), ("until", until)) if value}
    return SeatChanged.said(told)


def _seat(campaign: Campaign, pk: int) -> Seat:
    found = campaign.seats.filter(pk=pk).select_related("user", "stand_in").first()
    if found is None:
        raise Refusal("There is no such seat any more.")
    return found


def _refuse_unless_his(campaign: Campaign, seat: Seat, actor: User) -> None:
    if seat.user_id != actor.pk and not is_umpire(campaign, actor):
        raise Refusal("Whoever holds a seat and the umpires say who stands in.")


def _refuse_no_such_seat(campaign: Campaign, role: Role, side: str, squadron: str) -> None:
    if (role in ON_A_SIDE) != (side in Side.values):
        raise Refusal("Commanders and pilots sit on one side, umpires and readers on none.", "side")
    if side == Side.AXIS and definition_of(campaign).kind == "solitaire":
        raise Refusal("Nobody sits behind the flying bombs: they are the staff’s. [SUP 28]", "side")
    if squadron and role != Role.LEADER:
        raise Refusal("Only squadron leaders lead a squadron.", "squadron")
    if squadron and squadron not in dict(squadrons_of(standings.standing_of(campaign), side)):
        raise Refusal("That squadron is not one of this side’s.", "squadron")
