"""Whose man is whose, in a campaign that several people play: men are given to players, who name them."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import User

from campaigns.access import is_umpire, viewer
from campaigns.catalogue.library import library
from campaigns.models import ON_A_SIDE, Campaign, Pilot
from campaigns.operations import posts
from campaigns.operations.campaigns import locked
from campaigns.operations.journal import Batch
from campaigns.operations.seats import AT_START
from campaigns.packs.schema import Side
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.players import has_flown, keeps_name, may_give, was_named
from campaigns.standing.kinds import Given, Renamed
from campaigns.standing.said import People
from config.common import lookalikes
from config.common.refusals import Refusal

NAME_LENGTH: Final = 80
REASON_LENGTH: Final = 500


def give_pilot(*, actor: User, campaign: Campaign, pilot: Pilot, player: User | None) -> None:
    """Say whose man this is: a player's of his side, or ``None``: nobody's."""
    with locked(campaign.pk) as campaign:
        man = campaign.pilots.select_related("player").get(pk=pilot.pk)
        airman = standings.standing_of(campaign).airmen[man.pk]
        member = viewer(campaign, actor)
        if member is None or not may_give(member, airman):
            raise Refusal(
                "Who commands this side, leads this squadron or umpires the campaign gives its men to players."
            )
        if man.player == player:
            return
        if player is not None and airman.is_lost:
            raise Refusal(f"{man.name} does not come back: choose somebody who flies.", "player")
        if player is not None and not campaign.seats.filter(user=player, side=man.side, role__in=ON_A_SIDE).exists():
            raise Refusal(f"{player.get_username()} has no seat on this side.", "player")
        before, man.player = man.player, player
        man.save(update_fields=["player"])
        batch = Batch(campaign, actor)
        given = Given(who="")
        if player is not None:
            given = Given(who=player.get_username(), people=People(who=player.pk))
        batch.add(given, side=man.side, pilot=man, moment=AT_START)
        batch.write()
        for person, how in ((before, "taken"), (player, "given")):
            if person is not None:
                batch.tell("pilot-given", {"pilot": man.name, "how": how}, about=how, person=person)


def name_pilot(*, actor: User, campaign: Campaign, pilot: Pilot, name: str, reason: str = "") -> None:
    """Give a man another name: his player once, before the first sortie; an umpire at any time, with a reason.

    Men whom a card or a Resource brings keep theirs: by it the rules know what they fly. [WBY 19.0, 19.4]
    """
    name, reason = " ".join(name.split()), reason.strip()
    if not name:
        raise Refusal("Write a name.", "name")
    if len(name) > NAME_LENGTH or not name.isprintable():
        raise Refusal(f"A name has up to {NAME_LENGTH} letters, and nothing that cannot be seen.", "name")
    if why := lookalikes.why_not(name):
        raise Refusal(why, "name")
    if len(reason) > REASON_LENGTH:
        raise Refusal(f"A reason has up to {REASON_LENGTH} letters.", "reason")
    with locked(campaign.pk) as campaign:
        man = campaign.pilots.get(pk=pilot.pk)
        airman = standings.standing_of(campaign).airmen[man.pk]
        is_his, flew, named = man.player_id == actor.pk, has_flown(airman), was_named(airman)
        if not is_umpire(campaign, actor):
            if not is_his:
                raise Refusal("Only the player whose man this is, or an umpire, gives another name.")
            if flew or named:
                done = "flown under this name" if flew else "been named once"
                raise Refusal(f"{man.name} has {done}. An umpire may change it, with a reason.")
        elif (flew or named or not is_his) and not reason:
            raise Refusal("Give a reason: the journal keeps it.", "reason")
        if keeps_name(airman.man):
            raise Refusal(f"{man.name} comes by a card or a Resource and keeps that name.")
        if name == man.name:
            raise Refusal("That is the name already.", "name")
        folded = name.casefold()
        if folded in _reserved(campaign, man.side):
            raise Refusal("A man of that name may come by a card or a Resource. Choose another name.", "name")
        others = campaign.pilots.filter(side=man.side).exclude(pk=man.pk).values_list("name", flat=True)
        if any(other.casefold() == folded for other in others):
            raise Refusal("Somebody of this side is called that already.", "name")
        posts.write(campaign, actor, field="name", counts=False)
        was, man.name = man.name, name
        man.save(update_fields=["name"])
        batch = Batch(campaign, actor)
        renamed = Renamed(was=was, name=name)
        batch.add(renamed.but(reason=reason) if reason else renamed, side=man.side, pilot=man, moment=AT_START)
        batch.write()


def _reserved(campaign: Campaign, side: str) -> set[str]:
    """Names of those whom the pack may bring to a side, case folded."""
    pack = definition_of(campaign)
    known = library()
    own: Side = "allied" if side == "allied" else "axis"
    lists = [men for nation in pack.sides[own].nations for men in (pack.men(nation), known.crews.get(nation, ()))]
    men = [man for listed in lists for man in listed]
    resources = pack.resources_of(own).values()
    named = {effect.pilot for resource in resources for effect in resource.gives if effect.pilot is not None}
    return {name.casefold() for name in named | {man.name for man in men if man.skills}}
