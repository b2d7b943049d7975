"""The terms of a campaign are changed, and everybody is told."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from campaigns.access import is_umpire
from campaigns.models import Campaign, terms
from campaigns.models.terms import OF_MEN
from campaigns.operations.campaigns import locked
from campaigns.operations.journal import Batch
from campaigns.selectors.definitions import definition
from campaigns.selectors.seats import on_both_sides
from campaigns.selectors.terms import are_men_open, why_no_careers
from campaigns.standing.kinds import TermsAgreed
from config.common.refusals import Refusal


def change_terms(*, actor: User, campaign: Campaign, **wanted: Any) -> tuple[str, ...]:
    """Agree on other terms: fields of ``campaigns.models.terms.Terms``. Returns the names of those that have changed.

    They count at once, but a mission under way keeps the deadline that it was drawn with. What becomes of men stays as
    it is once the first mission has been drawn: their record would change behind them.
    """
    with locked(campaign.pk) as campaign:
        if not is_umpire(campaign, actor):
            raise Refusal("Only the owner and the umpires of a campaign change its terms.")
        for name, value in wanted.items():
            if wrong := terms.wrong(name, value):
                raise Refusal(wrong, name)
        changed = {
            name: (getattr(campaign, name), value) for name, value in wanted.items() if getattr(campaign, name) != value
        }
        if not changed:
            return ()
        for name in OF_MEN:
            if name in changed:
                _refuse_unless_open(campaign, name, wanted[name])
        if "both_sides" in changed and not wanted["both_sides"] and (names := on_both_sides(campaign)):
            sit = "sits" if len(names) == 1 else "sit"
            raise Refusal(f"{_and(names)} {sit} on both sides. A seat is given up first.", "both_sides")
        for name, (_, value) in changed.items():
            setattr(campaign, name, value)
        campaign.save(update_fields=list(changed))
        batch = Batch(campaign, actor)
        batch.add(TermsAgreed(changed=changed))
        batch.write()
        batch.tell("terms-changed", {"changed": list(changed)})
        return tuple(changed)


def _refuse_unless_open(campaign: Campaign, name: str, value: str) -> None:
    if not are_men_open(campaign):
        what = "Whether careers are kept" if name == "careers" else "The table of fates"
        raise Refusal(f"{what} is settled before the first mission is drawn, and stays so.", name)
    if why := why_no_careers(definition(campaign.pack), value):
        raise Refusal(why, name)


def _and(names: list[str]) -> str:
    """``Ann, Ben and Carla``."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
