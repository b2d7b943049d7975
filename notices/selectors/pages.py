"""Where it leads what people are told of."""

from __future__ import annotations

from functools import partial

from notices.selectors.happenings import About, Page


def campaign(about: About, name: str = "campaign") -> Page:
    return name, (about.campaign,)


def mission(about: About, name: str = "mission") -> Page:
    return (name, (about.campaign, about.mission)) if about.mission is not None else campaign(about)


def talk(about: About) -> Page:
    return mission(about, "mission-talk") if about.mission is not None else campaign(about, "campaign-talk")


people = partial(campaign, name="campaign-people")
claims = partial(campaign, name="campaign-claims")
webhooks = partial(campaign, name="campaign-webhooks")
results = partial(mission, name="mission-results")


def members(about: About) -> Page:
    # Somebody who is in a campaign and not in its club is led to the campaign.
    return ("club-members", (about.club,)) if about.club is not None else people(about)


def showcase(about: About) -> Page:
    return ("club-public", (about.club,)) if about.club is not None else people(about)


def night(about: About) -> Page:
    return ("night", (about.club, about.data["night"])) if "night" in about.data else ("club", (about.club,))


def season(about: About) -> Page:
    return ("season", (about.club, about.data["season"])) if "season" in about.data else ("club", (about.club,))


def game(about: About) -> Page:
    return ("game", (about.data["game"],)) if "game" in about.data else mission(about)


def let_in_or_not(about: About) -> Page:
    return ("club" if about.text("verdict") == "yes" else "club-join", (about.club,))


def reports(about: About) -> Page:
    return campaign(about, "campaign-reports") if about.campaign is not None else ("club-reports", (about.club,))


def campaign_or_club(about: About) -> Page:
    return campaign(about) if about.campaign is not None else ("club", (about.club,))


def ending(about: About) -> Page:
    return ("campaign-end", (about.campaign,)) if about.campaign is not None else ("club-end", (about.club,))
