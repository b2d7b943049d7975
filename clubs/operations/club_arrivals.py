"""A whole club brought in from its file: stored in parts, read by a worker, the club first and then its campaigns.

Whoever brings it owns it; the others are names until they come in by an invitation. A campaign that cannot be taken is
told of and keeps none of the others out. A worker may be lost at any time: the next one goes on behind the last
campaign that is here, and takes away what there is of the one after it, which nobody has seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time
from tempfile import TemporaryFile
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone

import engine
from campaigns.documents.kit.document import Progress
from campaigns.models import Campaign
from campaigns.operations import cards
from campaigns.packs import PackError
from campaigns.packs.reader import read_card_file
from campaigns.selectors.cards import nations_of_shelf
from clubs.models import Award, BannedName, Club, ClubArrival, FormerMember, Membership, Night, Season
from clubs.operations import order as club_order
from clubs.operations.clubs import found
from clubs.selectors.club_files import LARGEST, ROLES, ClubArchive, FileOfClub, FileRules, FileSeason, safe_name
from clubs.selectors.members import time_zones
from clubs.selectors.season_table import SeasonRow
from config.common import lookalikes
from config.common.file_parts import contents
from config.common.lengths import NAME_LENGTH
from config.common.refusals import Refusal
from missions.archive.streamed import StreamedFile
from missions.models import Job
from missions.operations import jobs, uploads
from missions.operations.archive import bring_in as write
from missions.operations.removal import take_away_all
from missions.operations.uploads import UploadKind

BEGINNING: Final = b"PK\x03\x04"
"""Of every ZIP archive that holds something."""
UPLOAD: Final = UploadKind(
    model=ClubArrival,
    job=jobs.CLUB_ARRIVAL,
    largest=LARGEST,
    beginning=BEGINNING,
    is_none="This is not the file of a club: those are ZIP archives.",
    one_at_a_time="Another club of yours is still on its way in. Let it arrive first.",
    in_storage=Q(job=None),
)


def order(*, actor: User, name: str, size: int, content: Iterable[bytes], key: UUID | None = None) -> ClubArrival:
    """Store a file of ``size`` bytes and have it brought in, once of each page (``key``). Raises ``Refusal``."""
    return uploads.order(UPLOAD, actor=actor, name=safe_name(name), size=size, content=content, key=key)


def bring_in(job: Job) -> str:
    """Bring in the club of the file that ``job`` was ordered for, or what is left of it. Of a file that is refused
    nothing is kept.
    """
    arrival = ClubArrival.objects.filter(job=job).select_related("club").first()
    if arrival is None:
        raise Refusal("The file has been taken away.")
    try:
        said = _read(job, arrival)
    except Refusal:
        uploads.take_away_parts(arrival)
        raise
    uploads.take_away_parts(arrival)
    return said


def _read(job: Job, arrival: ClubArrival) -> str:
    """All that is in the file and not here yet; what is said of it at the end."""
    progress = jobs.progress(job.pk)
    with TemporaryFile() as file:
        file.writelines(contents(arrival.parts))
        file.seek(0)
        archive = ClubArchive(file)
        if arrival.club is None:
            if arrival.done:
                raise Refusal("The club has been deleted meanwhile.")
            with jobs.step(job):
                arrival.club = _club(job.owner, archive.club)
                arrival.save(update_fields=["club"])
        if not arrival.done:
            arrival.left_out = []
            _cards(job.owner, arrival, archive)
        names = archive.club.campaigns
        for number in range(arrival.done, len(names)):
            _campaign(job, arrival, archive, names[number], _share(progress, number, len(names)))
    here = len(names) - sum(told.startswith("Campaign ") for told in arrival.left_out)
    return f"{arrival.club} is here, with {here} of {len(names)} campaigns."


def _share(progress: Progress, number: int, count: int) -> Progress:
    """How far one of several campaigns is, as a part of all."""
    return lambda done, total: progress(100 * number + 100 * done // max(total, 1), 100 * count)


def _club(owner: User, told: FileOfClub) -> Club:
    """The club with its nights, seasons and the names of its members. Raises ``Refusal``."""
    taken = set(Membership.objects.filter(user=owner).values_list("club__name", flat=True))
    zone = told.time_zone if told.time_zone in time_zones() else "UTC"
    club = found(actor=owner, name=_free(told.name, taken), about=told.about, time_zone=zone)
    own = owner.get_username().casefold()
    people = ((each.name.strip(), ROLES[each.role]) for each in told.members)
    names = {name: role for name, role in people if name.casefold() != own and not lookalikes.why_not(name)}
    FormerMember.objects.bulk_create(FormerMember(club=club, name=name, role=role) for name, role in names.items())
    bans = {each.name.strip(): each.reason for each in told.bans}
    banned = {name: why for name, why in bans.items() if name.casefold() != own and not lookalikes.why_not(name)}
    BannedName.objects.bulk_create(BannedName(club=club, name=name, reason=why) for name, why in banned.items())
    now = timezone.now()
    try:
        if told.rules is not None:
            club = _rules(club, owner, told.rules)
        Award.objects.bulk_create(
            Award(
                club=club,
                user=owner if each.name.strip().casefold() == own else None,
                name=each.name.strip(),
                title=each.title.strip(),
                why=each.why.strip(),
                day=date.fromisoformat(each.day),
            )
            for each in told.awards
            if not lookalikes.why_not(each.name.strip())
        )
        Night.objects.bulk_create(
            Night(
                club=club,
                title=each.title,
                begins_at=_moment(each.begins_at),
                ends_at=_moment(each.ends_at) if each.ends_at else None,
                place=each.place,
                notes=each.notes,
                made_by=owner,
                cancelled_at=now if each.is_cancelled else None,
            )
            for each in told.nights
        )
        for season in told.seasons:
            _season(club, owner, season, now)
    except ValueError as error:
        raise Refusal(f"The file holds a day that there is not: {error!s:.100}.") from None
    return club


def _rules(club: Club, owner: User, told: FileRules) -> Club:
    """The club goes by them at once, as it did where it comes from. Raises ``Refusal`` if no club could."""
    quiet_from, quiet_until = (at and time.fromisoformat(at) for at in (told.quiet_from, told.quiet_until))
    rules = club_order.Rules(
        takes_askers=told.takes_askers,
        quiet_from=quiet_from or None,
        quiet_until=quiet_until or None,
        posts_an_hour=told.posts_an_hour,
    )
    return club_order.change(actor=owner, club=club, rules=rules)


def _free(name: str, taken: set[str]) -> str:
    free, copies = name, 0
    while free in taken:
        copies += 1
        mark = f" (imported {copies})" if copies > 1 else " (imported)"
        free = name[: NAME_LENGTH - len(mark)].rstrip() + mark
    return free


def _moment(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if at.tzinfo is None or not 1900 < at.year < 2200:
        raise ValueError(text)
    return at


def _season(club: Club, owner: User, told: FileSeason, now: datetime) -> None:
    """Closed, with its table as it stood; who stands in it is nobody here."""
    rows = [SeasonRow(user=0, **row.model_dump()).as_json() for row in told.table]
    Season.objects.create(
        club=club,
        organiser=owner,
        closed_at=now,
        final=rows,
        begins_on=date.fromisoformat(told.begins_on),
        ends_on=date.fromisoformat(told.ends_on),
        system=told.system if told.system in engine.systems() else "",
        **told.model_dump(include={"title", "notes", "ways", "scoring", "win", "draw", "loss"}),
    )


def _cards(owner: User, arrival: ClubArrival, archive: ClubArchive) -> None:
    """The club's shelf; cards that cannot be taken keep nothing else out."""
    club = arrival.club
    assert club is not None
    for name in archive.club.cards:
        try:
            text = archive.text_of(name)
            system, read = read_card_file(text, name, lambda system: nations_of_shelf(owner, system, club))
            cards.put_on_shelf(actor=owner, system=system, cards=read, club=club)
        except PackError as error:
            _leave_out(arrival, f"Cards ({name}) did not come: {error.problems[0]}")
        except Refusal as refusal:
            _leave_out(arrival, f"Cards ({name}) did not come: {refusal.sentence}")


def _campaign(job: Job, arrival: ClubArrival, archive: ClubArchive, name: str, progress: Progress) -> None:
    """One campaign, whole or not at all."""
    club = arrival.club
    if club is None or not Club.objects.filter(pk=club.pk).exists():
        raise Refusal("The club has been deleted meanwhile.")
    _take_away_begun(club)

    def begun(campaign: Campaign) -> None:
        campaign.club = club
        campaign.save(update_fields=["club"])

    refused = ""
    try:
        file = StreamedFile(archive.content_of(name))
        write(job.owner, file, step=lambda: jobs.step(job), begun=begun, progress=progress)
    except Refusal as refusal:
        refused = refusal.sentence
        _take_away_begun(club)
    with jobs.step(job):
        arrival.done += 1
        arrival.save(update_fields=["done"])
        if refused:
            _leave_out(arrival, f"Campaign {arrival.done} did not come: {refused}"[:500])


def _take_away_begun(club: Club) -> None:
    for campaign in Campaign.arriving_too.filter(club=club, status=Campaign.Status.ARRIVING):
        take_away_all(campaign)


def _leave_out(arrival: ClubArrival, sentence: str) -> None:
    arrival.left_out = [*arrival.left_out, sentence]
    arrival.save(update_fields=["left_out"])


def remove(arrivals: QuerySet[ClubArrival]) -> None:
    """Take these away with their work; what has come stays."""
    for arrival in arrivals.select_related("club", "job"):
        if arrival.club is not None:
            _take_away_begun(arrival.club)
        uploads.remove(arrival)
