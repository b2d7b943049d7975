"""The public page of a club: what it shows to anybody, and what a member may show on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.contrib.auth.models import User
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.safestring import SafeString

from campaigns.access import Viewer, viewers, with_seats
from campaigns.access import viewer as viewer_of
from campaigns.models import Campaign
from campaigns.selectors.gazette import Edition, latest_edition
from campaigns.selectors.home import CampaignRow, board_lines, board_row
from campaigns.selectors.sides import side_titles
from clubs.models import Club, ClubRole, Exhibit, Membership, Night
from clubs.selectors.gazette import add_issues, legible, tag
from clubs.selectors.night_times import not_over
from config.common import clock
from config.common.markdown import html
from missions.models import Debrief, Mission, SharedReplay, Story
from missions.selectors.shared_replays import may_withdraw, why_not_mission

SHOWN_NIGHTS = 5
MOST_SHOWN = 40
"""Fights and reports on the page of one club."""
FED_CAMPAIGNS = 4
"""Of a club's campaigns the feed follows those in which something was debriefed last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicNight:
    title: str
    when: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicCampaign:
    row: CampaignRow
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFight:
    title: str
    about: str
    url: str
    picture: str
    """Where its set-up is had as a picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownReport:
    """An after-action report; whoever wrote it is not named."""

    title: str
    about: str
    told: SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicClub:
    """What anybody may see of a club."""

    about: SafeString
    takes_askers: bool
    nights: tuple[PublicNight, ...]
    campaigns: tuple[PublicCampaign, ...]
    fights: tuple[ShownFight, ...]
    reports: tuple[ShownReport, ...]
    latest: Edition | None
    """The latest issue of a paper of one of these campaigns."""
    paper: Campaign | None
    """Whose it is."""


def club_of_key(key: str) -> Club | None:
    """The club whose public page has this address; one that is to be deleted has none. One query."""
    return Club.objects.filter(public_key=key, goes_at=None).first()


def public_club(club: Club) -> PublicClub:
    """Ten queries, however much there is."""
    campaigns = list(_campaigns(club))
    lines = board_lines(campaigns)
    latest = _latest(campaigns)
    exhibits = list(_exhibits(club))
    return PublicClub(
        about=html(club.public_words),
        takes_askers=club.takes_askers and not club.is_archived,
        nights=tuple(_nights(club)),
        campaigns=tuple(
            PublicCampaign(row=board_row(each, lines[each.pk]), url=reverse("public-campaign", args=(each.public_key,)))
            for each in campaigns
        ),
        fights=tuple(_fight(each.replay) for each in exhibits if each.replay is not None),
        reports=tuple(_report(each.story) for each in exhibits if each.story is not None),
        latest=latest_edition(latest) if latest is not None else None,
        paper=latest,
    )


def _campaigns(club: Club) -> Iterator[Campaign]:
    """Those that have public pages."""
    yield from Campaign.objects.filter(club=club, public_key__isnull=False, goes_at=None).select_related("pack", "club")


def _latest(campaigns: list[Campaign]) -> Campaign | None:
    return next(iter(_by_news(campaigns, 1)), None)


def _by_news(campaigns: list[Campaign], most: int) -> list[Campaign]:
    """Those in which something was debriefed last, the newest first. One query."""
    counts = Mission.Status.DEBRIEFED
    found = Debrief.objects.filter(mission__campaign__in=campaigns, mission__status=counts).order_by("-at", "-pk")
    keys = list(dict.fromkeys(found.values_list("mission__campaign", flat=True)))[:most]
    by_key = {each.pk: each for each in campaigns}
    return [by_key[pk] for pk in keys]


def _nights(club: Club) -> Iterator[PublicNight]:
    if club.public_nights == Club.PublicNights.NONE or club.is_archived:
        return
    coming = not_over(timezone.now()).filter(club=club, cancelled_at=None).order_by("begins_at")[:SHOWN_NIGHTS]
    for night in coming:
        yield PublicNight(title=night.title, when=_when(club, night), place=_place(club, night))


def _when(club: Club, night: Night) -> str:
    return clock.when(night.begins_at, None, club.time_zone)


def _place(club: Club, night: Night) -> str:
    return night.place if club.public_nights == Club.PublicNights.PLACES else ""


def _exhibits(club: Club) -> Iterator[Exhibit]:
    """Of campaigns that are the club's still and missions that are debriefed still; reports of members, as long as they
    are their words and nobody else has written them anew. One query.
    """
    related = ("replay__mission__campaign__pack", "story__mission__campaign__pack")
    of_members = Q(story=None) | Q(story__author=F("by"), story__author__memberships__club=club)
    for each in Exhibit.objects.filter(of_members, club=club).select_related(*related):
        mission = _mission_of(each)
        if (
            mission.campaign.club_id == club.pk
            and mission.campaign.goes_at is None
            and mission.status == Mission.Status.DEBRIEFED
        ):
            yield each


def _mission_of(exhibit: Exhibit) -> Mission:
    found = exhibit.replay.mission if exhibit.replay is not None else exhibit.story.mission if exhibit.story else None
    assert found is not None, "of a mission, as operations make it"
    return found


def _about(mission: Mission) -> str:
    return f"Mission {mission.number} of {mission.campaign.name}"


def _fight(replay: SharedReplay) -> ShownFight:
    assert replay.mission is not None
    url = reverse("shared-replay", args=(replay.token,))
    picture = reverse("shared-picture", args=(replay.token, "svg"))
    return ShownFight(title=replay.mission.title, about=_about(replay.mission), url=url, picture=picture)


def _report(story: Story) -> ShownReport:
    return ShownReport(title=story.mission.title, about=_about_report(story), told=_told(story.text))


def _about_report(story: Story) -> str:
    return f"{_about(story.mission)}, {side_titles(story.mission.campaign)[story.side]} side"


@lru_cache(maxsize=2 * MOST_SHOWN)
def _told(text: str) -> SafeString:
    """What a report says, as HTML. A long one costs a good part of a second, and whoever has the address looks at forty
    of them, as often as they like.
    """
    return html(text)


def feed_of_club(club: Club, key: str, absolute: Callable[[str], str]) -> Atom1Feed:
    """The latest issues of the papers of its public campaigns. Four queries for each of these, at most four."""
    feed = Atom1Feed(
        title=legible(club.name),
        link=absolute(reverse("public-club", args=(key,))),
        description="",
        subtitle="The papers of its campaigns",
        feed_url=absolute(reverse("public-club-feed", args=(key,))),
        language="en-GB",
        feed_guid=tag(f"club/{club.pk}", club.created_at),
    )
    for campaign in _by_news(list(_campaigns(club)), FED_CAMPAIGNS):
        add_issues(feed, campaign, absolute)
    feed.items.sort(key=lambda item: item["pubdate"], reverse=True)
    return feed


def listed_keys() -> list[str]:
    """Of the public pages that search engines may find. One query."""
    found = Club.objects.filter(is_listed=True, public_key__isnull=False, goes_at=None).order_by("pk")
    return [key for key in found.values_list("public_key", flat=True) if key is not None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Showable:
    """Something that a member shows on the page, or may."""

    name: str
    """``replay-12``, ``story-5``."""
    title: str
    about: str
    is_shown: bool


def showable(club: Club, user: User) -> tuple[Showable, ...]:
    """The fights and reports of the club's campaigns about which this person decides, the newest first; of an archived
    club those on its page, which may come off it. Six queries."""
    seen = {campaign.pk: member for campaign, member in viewers(user) if campaign.club_id == club.pk}
    is_owner = is_of(club, user, ClubRole.OWNER)
    related = ("mission__campaign__pack", "mission__flight", "mission__debrief", "exhibit")
    replays = SharedReplay.objects.filter(mission__campaign__in=seen).select_related(*related).order_by("-at", "-pk")
    stories = Story.objects.filter(mission__campaign__in=seen).select_related("mission__campaign__pack", "exhibit")
    found = [
        _showable(f"replay-{each.pk}", _fight(each).title, f"The fight: {_fight(each).about}", each, club)
        for each in replays
        if _shares(each, seen) or (_is_shown(each, club) and (is_owner or _withdraws(each, seen)))
    ]
    found += [
        _showable(
            f"story-{each.pk}",
            each.mission.title,
            f"{'Your' if each.author_id == user.pk else 'A'} report: {_about_report(each)}",
            each,
            club,
        )
        for each in stories.filter(mission__status=Mission.Status.DEBRIEFED).order_by("-at", "-pk")
        if each.author_id == user.pk or (is_owner and _is_shown(each, club))
    ]
    return tuple(each for each in found if each.is_shown or not club.is_archived)


def _shares(replay: SharedReplay, seen: Mapping[int, Viewer]) -> bool:
    assert replay.mission is not None
    return not why_not_mission(replay.mission, seen[replay.mission.campaign_id])


def _withdraws(replay: SharedReplay, seen: Mapping[int, Viewer]) -> bool:
    assert replay.mission is not None
    return may_withdraw(seen[replay.mission.campaign_id], replay.by_id)


def _is_shown(row: SharedReplay | Story, club: Club) -> bool:
    exhibit = getattr(row, "exhibit", None)
    is_theirs = isinstance(row, SharedReplay) or (exhibit is not None and exhibit.by_id == row.author_id)
    return exhibit is not None and is_theirs and exhibit.club_id == club.pk


def _showable(name: str, title: str, about: str, row: SharedReplay | Story, club: Club) -> Showable:
    return Showable(name=name, title=title, about=about, is_shown=_is_shown(row, club))


def is_of(club: Club, user: User, at_least: ClubRole = ClubRole.READER) -> bool:
    """Whether somebody is a member of at least this role. One query."""
    return Membership.objects.filter(club=club, user=user, role__gte=at_least).exists()


def why_not_replay(club: Club, replay: SharedReplay, user: User) -> str:
    """Why somebody may not show a fight on the club's page, in a sentence; empty if they may."""
    mission = replay.mission
    if mission is None or mission.campaign.club_id != club.pk:
        return "The page of a club shows fights of its own campaigns."
    member = viewer_of(with_seats().get(pk=mission.campaign_id), user)
    return "You are not of this campaign." if member is None else why_not_mission(mission, member)


def may_take_off(club: Club, exhibit: Exhibit, user: User) -> bool:
    """Whoever put something on the page takes it off, and the owners; a report also its author, and a fight who may
    withdraw its replay."""
    if exhibit.by_id == user.pk or is_of(club, user, ClubRole.OWNER):
        return True
    if exhibit.story is not None:
        return exhibit.story.author_id == user.pk
    assert exhibit.replay is not None, "of one of both"
    assert exhibit.replay.mission is not None, "of a mission, as operations make it"
    member = viewer_of(with_seats().get(pk=exhibit.replay.mission.campaign_id), user)
    return member is not None and may_withdraw(member, exhibit.replay.by_id)


def why_not_story(club: Club, story: Story, user: User) -> str:
    """The same of an after-action report."""
    if story.mission.campaign.club_id != club.pk or not is_of(club, user):
        return "The page of a club shows reports of its own campaigns."
    if story.author_id != user.pk:
        return "Whoever wrote a report shows it."
    if story.mission.status != Mission.Status.DEBRIEFED:
        return "A report is shown once its mission has been debriefed."
    return ""
