"""The writers of a club's public page: its owners put it up and say what it tells; members show fights and reports.

It is for anybody who has its address, as a campaign's public pages are (``clubs.operations.public``). Of campaigns it
shows those that have public pages, and of members nothing.
"""

from __future__ import annotations

import secrets

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.operations import posts
from clubs.models import Club, ClubRole, Exhibit
from clubs.operations.clubs import ABOUT_LENGTH
from clubs.operations.locks import locked
from clubs.selectors.members import refuse_unless
from clubs.selectors.showcase import MOST_SHOWN, may_take_off, why_not_replay, why_not_story
from config.common.lengths import refuse_longer
from config.common.refusals import Refusal
from missions.models import SharedReplay, Story
from notices.operations.outbox import tell

_OWNERS = "Only an owner of the club decides about its public page."


def open_page(*, actor: User, club: Club, anew: bool = False) -> Club:
    """Put the page up; ``anew``: at another address, if it is up already. The members are told of it."""
    with locked(club.pk) as club:
        refuse_unless(club, actor, ClubRole.OWNER, _OWNERS)
        if club.public_key is None or anew:
            was_closed = club.public_key is None
            club.public_key = secrets.token_urlsafe(32)
            club.save(update_fields=["public_key"])
            if was_closed:
                _tell("showcase-on", club, actor)
    return club


def close_page(*, actor: User, club: Club) -> Club:
    """Take the page down. What is shown on it stays chosen, should it come back."""
    with locked(club.pk, archived_too=True) as club:
        refuse_unless(club, actor, ClubRole.OWNER, _OWNERS)
        if club.public_key is not None:
            club.public_key, club.is_listed = None, False
            club.save(update_fields=["public_key", "is_listed"])
            _tell("showcase-off", club, actor)
    return club


def change_page(*, actor: User, club: Club, words: str, nights: str, is_listed: bool) -> Club:
    """What the page says of the club and of its nights, and whether search engines may find it."""
    words = words.strip()
    refuse_longer(words, ABOUT_LENGTH, "words", "That is")
    if nights not in Club.PublicNights.values:
        raise Refusal("Choose one of these.", "nights")
    with locked(club.pk) as club:
        refuse_unless(club, actor, ClubRole.OWNER, _OWNERS)
        if is_listed and club.public_key is None:
            raise Refusal("Put the page up first: there is nothing to be found yet.", "is_listed")
        if words != club.public_words:
            posts.write_in(club, actor, field="words", counts=False)
        club.public_words, club.public_nights, club.is_listed = words, nights, is_listed
        club.save(update_fields=["public_words", "public_nights", "is_listed"])
    return club


def show_replay(*, actor: User, club: Club, replay: SharedReplay) -> Exhibit:
    """Show a fight whose replay is shared already. Shown, it stays as it is."""
    with locked(club.pk) as club:
        _refuse(why_not_replay(club, replay, actor))
        return _shown(club, actor, replay=replay)


def show_story(*, actor: User, club: Club, story: Story) -> Exhibit:
    """Show an after-action report that one has written. Shown, it stays as it is."""
    with locked(club.pk) as club:
        _refuse(why_not_story(club, story, actor))
        return _shown(club, actor, story=story)


def hide(*, actor: User, club: Club, exhibit: Exhibit) -> None:
    """Take something off the page."""
    with locked(club.pk, archived_too=True) as club:
        found = Exhibit.objects.filter(pk=exhibit.pk, club=club).first()
        if found is None:
            return
        if not may_take_off(club, found, actor):
            raise Refusal("Whoever shows something on the page takes it off again, and the owners of the club.")
        found.delete()


def _shown(club: Club, actor: User, *, replay: SharedReplay | None = None, story: Story | None = None) -> Exhibit:
    found = Exhibit.objects.filter(club=club, replay=replay, story=story).first()
    if found is not None and (story is None or found.by_id == actor.pk):
        return found
    if found is None and club.exhibits.count() >= MOST_SHOWN:
        raise Refusal(f"The page shows {MOST_SHOWN} fights and reports already. Take one off first.")
    # On the page of a club that the campaign has left, or by who wrote the report before.
    posts.write_in(club, actor)
    Exhibit.objects.filter(replay=replay, story=story).delete()
    return Exhibit.objects.create(club=club, by=actor, replay=replay, story=story)


def _refuse(why: str) -> None:
    if why:
        raise Refusal(why)


def _tell(kind: str, club: Club, actor: User) -> None:
    # Never the address itself: what is told goes to mailboxes.
    tell(kind, f"{club.pk} {timezone.now().isoformat()}", club=club, actor=actor)
