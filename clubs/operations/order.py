"""The rules by which a club keeps order: who may ask to be let in, its quiet hours, how much anybody writes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time

from django.contrib.auth.models import User

from campaigns.operations.moderation import note
from clubs.models import Club, ClubRole, ModerationEntry
from clubs.operations.locks import locked
from clubs.selectors.members import refuse_unless
from config.common.refusals import Refusal

MOST_POSTS = 1_000
LONGEST_QUIET = 16
"""Hours. A digest that holds anything of the club waits for their end, with what is of others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What an owner decides."""

    takes_askers: bool
    quiet_from: time | None
    quiet_until: time | None
    posts_an_hour: int | None

    @staticmethod
    def of(club: Club) -> Rules:
        return Rules(
            takes_askers=club.takes_askers,
            quiet_from=club.quiet_from,
            quiet_until=club.quiet_until,
            posts_an_hour=club.posts_an_hour,
        )

    @property
    def quiet_minutes(self) -> int:
        """How long the quiet hours last, over midnight or not; 0: there are none."""
        if self.quiet_from is None or self.quiet_until is None:
            return 0
        begins, ends = (at.hour * 60 + at.minute for at in (self.quiet_from, self.quiet_until))
        return (ends - begins) % (24 * 60)

    def in_words(self) -> str:
        """For the log: ``Invitations only; quiet 22:00 to 07:00; 20 posts an hour``."""
        said = ["People may ask to be let in" if self.takes_askers else "By invitation only"]
        if self.quiet_from is not None and self.quiet_until is not None:
            said.append(f"quiet from {self.quiet_from:%H:%M} to {self.quiet_until:%H:%M}")
        if self.posts_an_hour is not None:
            said.append(f"at most {self.posts_an_hour} posts an hour")
        return "; ".join(said)


def change(*, actor: User, club: Club, rules: Rules) -> Club:
    """Let the club go by these rules from now on. The same again changes nothing."""
    if (rules.quiet_from is None) != (rules.quiet_until is None):
        field = "quiet_from" if rules.quiet_from is None else "quiet_until"
        raise Refusal("Quiet hours have a beginning and an end: give both, or neither.", field)
    if rules.quiet_from is not None and rules.quiet_from == rules.quiet_until:
        raise Refusal("That would be the whole day, or none of it. Choose another end.", "quiet_until")
    if rules.quiet_minutes > LONGEST_QUIET * 60:
        most = f"Quiet hours last {LONGEST_QUIET} hours at most"
        raise Refusal(f"{most}: what waits for their end has to go out some time.", "quiet_until")
    if rules.posts_an_hour is not None and not 1 <= rules.posts_an_hour <= MOST_POSTS:
        raise Refusal(f"Choose 1 to {MOST_POSTS:,} posts an hour, or leave it empty.", "posts_an_hour")
    with locked(club.pk) as club:
        refuse_unless(club, actor, ClubRole.OWNER, "Only an owner of the club decides by which rules it goes.")
        if Rules.of(club) == rules:
            return club
        names = Rules.__slots__
        for name in names:
            setattr(club, name, getattr(rules, name))
        club.save(update_fields=list(names))
        note(ModerationEntry.Act.ORDER_CHANGED, actor=actor, club=club, what=rules.in_words())
    return club
