"""Pictures that people upload of their men and squadrons, in the place of the drawn ones, and taking them away again.

A picture goes as soon as nobody wears it any more: the journal keeps that there was one, and its digest.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.auth.models import User

from campaigns.access import viewer
from campaigns.heraldry.rasters import MOST_OF_A_SIDE, Raster, made_anew
from campaigns.models import Campaign, Pilot, UploadedPicture
from campaigns.operations import journal, quotas
from campaigns.operations.campaigns import locked
from campaigns.operations.journal import Batch
from campaigns.operations.seats import AT_START
from campaigns.selectors import standings
from campaigns.selectors.pictures import worn
from campaigns.selectors.players import decides_for
from campaigns.standing import Standing
from campaigns.standing.kinds import BadgePictured, ManPictured, Pictured
from config.common.refusals import Refusal


def set_portrait(*, actor: User, campaign: Campaign, pilot: Pilot, file: bytes) -> None:
    """Show what a file holds as the portrait of a man: his player's to say, and of whoever decides about him."""
    quotas.spend(actor.pk, "pictures")
    _portray(actor, campaign, pilot, made_anew(file))


def draw_portrait(*, actor: User, campaign: Campaign, pilot: Pilot) -> None:
    """Show the drawn portrait again."""
    _portray(actor, campaign, pilot, None)


def set_badge(*, actor: User, campaign: Campaign, squadron: str, file: bytes) -> None:
    """Show what a file holds as the badge of a squadron: for whoever commands its side or leads it, and umpires."""
    quotas.spend(actor.pk, "pictures")
    _give_badge(actor, campaign, squadron, made_anew(file))


def draw_badge(*, actor: User, campaign: Campaign, squadron: str) -> None:
    """Show the drawn badge again."""
    _give_badge(actor, campaign, squadron, None)


def _portray(actor: User, campaign: Campaign, pilot: Pilot, raster: Raster | None) -> None:
    with locked(campaign.pk) as campaign:
        standing = standings.standing_of(campaign)
        airman = standing.airmen.get(pilot.pk)
        if airman is None:
            raise Refusal("That man is not of this campaign.")
        if airman.player_id != actor.pk:
            _refuse_unless_decides(campaign, actor, airman.side, airman.squadron)
        said = ManPictured(digest=raster.digest if raster else "")
        if said.digest == airman.picture:
            raise _already(raster, "portrait")
        batch = Batch(campaign, actor)
        batch.add(said, side=airman.side, pilot_id=airman.pk, moment=AT_START)
        _keep(actor, campaign, batch, airman.side, raster)
        batch.write()


def _give_badge(actor: User, campaign: Campaign, key: str, raster: Raster | None) -> None:
    with locked(campaign.pk) as campaign:
        standing = standings.standing_of(campaign)
        squadron = standing.squadrons.get(key)
        if squadron is None:
            raise Refusal("There is no such squadron.")
        _refuse_unless_decides(campaign, actor, squadron.side, key)
        said = BadgePictured(digest=raster.digest if raster else "", squadron=key)
        if said.digest == standing.badges.get((squadron.side, key), ""):
            raise _already(raster, "badge")
        batch = Batch(campaign, actor)
        batch.add(said, side=squadron.side, moment=AT_START)
        _keep(actor, campaign, batch, squadron.side, raster)
        batch.write()


def _refuse_unless_decides(campaign: Campaign, actor: User, side: str, squadron: str) -> None:
    member = viewer(campaign, actor)
    if member is None or not decides_for(member, side, squadron):
        raise Refusal("Who commands this side, leads this squadron or umpires the campaign decides how it looks.")


def _already(raster: Raster | None, what: str) -> Refusal:
    if raster is None:
        return Refusal(f"The {what} is the drawn one already.")
    return Refusal(f"That is the {what} already.", "file")


def _keep(actor: User, campaign: Campaign, batch: Batch, side: str, raster: Raster | None) -> None:
    """Of this side the pictures that are worn once ``batch`` is written, and none besides."""
    own = {digest for whose, digest in worn(journal.after(campaign, batch)) if whose == side}
    if raster is not None and len(own) > MOST_OF_A_SIDE:
        raise Refusal(
            f"This side has {MOST_OF_A_SIDE} pictures, as many as it may have in a campaign. Take one away first.",
            "file",
        )
    campaign.pictures.filter(side=side).exclude(digest__in=own).delete()
    if raster is not None:
        about = {"content": raster.jpeg, "by": actor}
        campaign.pictures.get_or_create(side=side, digest=raster.digest, defaults=about)


def take_along(*, user: User, campaign: Campaign) -> None:
    """Somebody leaves for good and takes along the pictures that they have brought: the drawn ones come back.

    Where somebody else has uploaded the same picture, it is theirs from now on.
    """
    with locked(campaign.pk, archived_too=True) as campaign:
        brought = set(campaign.pictures.filter(by=user).values_list("side", "digest"))
        if not brought:
            return
        others = _shown_by_others(campaign, user)
        batch = Batch(campaign, user)
        for said, side, pilot, digest in _wearing(standings.standing_of(campaign), brought):
            by = others.get(_subject(side, pilot, said))
            if by is None:
                batch.add(said, side=side, pilot_id=pilot, moment=AT_START)
            else:
                campaign.pictures.filter(side=side, digest=digest).update(by=by)
        batch.write()
        UploadedPicture.objects.filter(campaign=campaign, by=user).delete()


def _wearing(
    standing: Standing, pictures: set[tuple[str, str]]
) -> Iterator[tuple[ManPictured | BadgePictured, str, int | None, str]]:
    """What is said where each man and squadron with one of these pictures is drawn again: of which side, which man, and
    the picture.
    """
    for man in standing.airmen.values():
        if (man.side, man.picture) in pictures:
            yield ManPictured(digest=""), man.side, man.pk, man.picture
    for (side, key), digest in standing.badges.items():
        if (side, digest) in pictures:
            yield BadgePictured(digest="", squadron=key), side, None, digest


def _shown_by_others(campaign: Campaign, user: User) -> dict[tuple[str, int | None, str], int]:
    """Of which man or squadron somebody else has uploaded what is shown, and who. One query."""
    shown = dict[tuple[str, int | None, str], int | None]()
    for entry in campaign.entries.in_force().filter(kind=Pictured.kind).order_by("number"):
        shown[_subject(entry.side, entry.pilot_id, Pictured.of(entry))] = entry.actor_id
    return {subject: by for subject, by in shown.items() if by is not None and by != user.pk}


def _subject(side: str, pilot: int | None, said: Pictured) -> tuple[str, int | None, str]:
    return side, pilot, said.squadron if isinstance(said, BadgePictured) else ""
