"""What the file of a whole club holds (``docs/reference/club-file.md``), written and read.

It is a ZIP archive: ``club.json``, cards as TOML, and the files of its campaigns. A file may come from anywhere:
nothing in it is believed, only what is named is looked at, and no more is unpacked than a club can have.
"""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from tempfile import TemporaryFile
from typing import IO, Annotated, Any, Final, Literal

from django.contrib.auth.models import User
from pydantic import BaseModel, ConfigDict, FailFast, Field, ValidationError

import engine
from campaigns.access import viewer, with_seats
from campaigns.documents.kit.document import Progress
from campaigns.models import Campaign
from campaigns.packs.card_files import file_of
from campaigns.selectors.cards import shelf_of
from clubs.models import Ban, Club, ClubRole
from clubs.selectors.seasons import rows_of
from config.common.refusals import Refusal
from missions.archive.streamed import LARGEST as LARGEST_CAMPAIGN
from missions.selectors.archive import export_parts, refuse_secrets

FORMAT: Final = "ready-room-club"
VERSION: Final = 2
HEAD: Final = "club.json"
LARGEST: Final = 108_000_000
"""Bytes of the archive."""
LARGEST_HEAD: Final = 2_000_000
LARGEST_CARDS: Final = 1_000_000
LARGEST_IN_ALL: Final = 800_000_000
"""Bytes of all that is in it, unpacked."""
MOST_CAMPAIGNS: Final = 100
MOST_MEMBERS: Final = MOST_CAMPAIGNS + 30
"""Of the archive."""
LARGEST_LIST: Final = 500 * MOST_MEMBERS
"""Bytes of what the archive says of its members, which is read at once."""
MOST_KEYS: Final = 30
"""Of one table of ``club.json``."""
END: Final = struct.Struct("<4s4H2LH")
"""The last record of an archive: its mark, four numbers, how long its list of members is and where, and a comment."""
PIECE: Final = 256 * 1024
"""Bytes that are read at once."""
ROLES: Final = {role.name.lower(): role for role in ClubRole}
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError)
_PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
NOT_ONE: Final = "This is not the file of a club that a Ready Room has written, or it is not whole."

Moment = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT[0-9:.+Z-]{5,30}$")]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]
Clock = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
Small = Annotated[int, Field(ge=0, le=30_000)]
Sum = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
FIRST: Final = FailFast()
"""Of a list that is full of faults one is told, and only one kept in mind."""


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class FileMember(Part):
    name: Annotated[str, Field(pattern=r"\S", max_length=150)]
    role: Literal["reader", "player", "umpire", "owner"]


class FileNight(Part):
    title: Annotated[str, Field(pattern=r"\S", max_length=120)]
    begins_at: Moment
    ends_at: Moment | None
    place: Annotated[str, Field(max_length=200)]
    notes: Annotated[str, Field(max_length=10_000)]
    is_cancelled: bool


class FileStanding(Part):
    """A row of the table of a season; its people are names."""

    name: Annotated[str, Field(max_length=150)]
    rank: Small
    played: Small
    won: Small
    drawn: Small
    lost: Small
    points_for: Sum
    points_against: Sum
    points: Sum


class FileSeason(Part):
    """A season with its table as it stood: it is closed where it comes in, for its games are nobody's there."""

    title: Annotated[str, Field(pattern=r"\S", max_length=120)]
    notes: Annotated[str, Field(max_length=10_000)]
    system: Annotated[str, Field(max_length=40)]
    ways: Literal["any", "table", "screen"]
    begins_on: Day
    ends_on: Day
    scoring: Literal["results", "difference"]
    win: Small
    draw: Small
    loss: Small
    table: Annotated[list[FileStanding], FIRST, Field(max_length=2_000)]


class FileRules(Part):
    """By which the club goes, as ``clubs.operations.order.Rules`` has them."""

    takes_askers: bool
    quiet_from: Clock | None
    quiet_until: Clock | None
    posts_an_hour: Small | None


class FileBan(Part):
    """Somebody who is banned, by name."""

    name: Annotated[str, Field(pattern=r"\S", max_length=150)]
    reason: Annotated[str, Field(max_length=200)]


class FileAward(Part):
    name: Annotated[str, Field(pattern=r"\S", max_length=150)]
    title: Annotated[str, Field(pattern=r"\S", max_length=60)]
    why: Annotated[str, Field(max_length=200)]
    day: Day


class FileOfClub(Part):
    format: Literal["ready-room-club"]
    version: Literal[1, 2]
    """1 has neither rules nor bans nor awards."""
    name: Annotated[str, Field(pattern=r"\S", max_length=80)]
    about: Annotated[str, Field(max_length=4_000)]
    time_zone: Annotated[str, Field(max_length=64)]
    made_at: Moment
    members: Annotated[list[FileMember], FIRST, Field(max_length=5_000)]
    rules: FileRules | None = None
    bans: Annotated[list[FileBan], FIRST, Field(max_length=5_000)] = []
    awards: Annotated[list[FileAward], FIRST, Field(max_length=5_000)] = []
    nights: Annotated[list[FileNight], FIRST, Field(max_length=5_000)]
    seasons: Annotated[list[FileSeason], FIRST, Field(max_length=500)]
    cards: Annotated[list[Annotated[str, Field(pattern=r"^cards/[a-z]{1,20}\.toml$")]], FIRST, Field(max_length=20)]
    campaigns: Annotated[
        list[Annotated[str, Field(pattern=r"^campaigns/\d{3}\.json$")]], FIRST, Field(max_length=MOST_CAMPAIGNS)
    ]


# Written


def campaigns_for(club: Club, owner: User) -> tuple[list[Campaign], list[str]]:
    """The club's campaigns whose whole file this owner may have, and sentences on the others."""
    taken: list[Campaign] = []
    left_out: list[str] = []
    for campaign in with_seats().filter(club=club).order_by("created_at", "pk"):
        seen = viewer(campaign, owner)
        assert seen is not None, "of its club"
        try:
            refuse_secrets(campaign, seen)
        except Refusal as refusal:
            left_out.append(f"{campaign.name} is not in it. {refusal.sentence}")
            continue
        if len(taken) == MOST_CAMPAIGNS:
            left_out.append(f"{campaign.name} is not in it: a file holds {MOST_CAMPAIGNS} campaigns.")
            continue
        taken.append(campaign)
    return taken, left_out


def write(club: Club, owner: User, file: IO[bytes], progress: Progress) -> list[str]:
    """Write the club's file; sentences on what is not in it. ``progress`` counts campaigns."""
    campaigns, left_out = campaigns_for(club, owner)
    names: list[str] = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, campaign in enumerate(campaigns, 1):
            name = f"campaigns/{len(names) + 1:03}.json"
            done = number - 1
            if _campaign(archive, name, campaign, lambda *_, done=done: progress(done, len(campaigns) + 1)):
                names.append(name)
            else:
                left_out.append(f"{campaign.name} is not in it: it has changed each time while its file was made.")
            progress(number, len(campaigns) + 1)
        cards = {f"cards/{system}.toml": text for system in engine.systems() if (text := _cards(club, owner, system))}
        for name, text in cards.items():
            archive.writestr(name, text)
        head = _head(club) | {"cards": list(cards), "campaigns": names}
        archive.writestr(HEAD, json.dumps(head, ensure_ascii=False, indent=1, sort_keys=True))
    return left_out


def _campaign(archive: zipfile.ZipFile, name: str, campaign: Campaign, beat: Progress) -> bool:
    """Whether its file is in the archive, of one moment: it is written beside it first, and anew if it has changed."""
    for _ in range(3):
        with TemporaryFile() as beside:
            before = _state(campaign)
            for part in export_parts(campaign, beat):
                beside.write(part)
            if _state(campaign) != before:
                continue
            beside.seek(0)
            with archive.open(name, "w") as member:
                while piece := beside.read(PIECE):
                    member.write(piece)
            return True
    return False


def _state(campaign: Campaign) -> object:
    """Changes whenever its file does. Two queries."""
    last = campaign.entries.order_by("-number").values_list("number", flat=True).first()
    columns = ("number", "status", "opened_at", "flight__stored_at", "orders__side", "orders__signed_at")
    return last, list(campaign.missions.order_by("number", "orders__side").values_list(*columns))


def _cards(club: Club, owner: User, system: str) -> str:
    cards = [(card.kind, card.slug, card.table) for card in shelf_of(owner, system, club)]
    return file_of(system, cards) if cards else ""


def _head(club: Club) -> dict[str, Any]:
    members = club.members.select_related("user").order_by("-role", "joined_at", "pk")
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": club.name,
        "about": club.about,
        "time_zone": club.time_zone,
        "made_at": _time(datetime.now(UTC)),
        "members": [{"name": each.user.get_username(), "role": ClubRole(each.role).name.lower()} for each in members],
        "rules": {
            "takes_askers": club.takes_askers,
            "quiet_from": f"{club.quiet_from:%H:%M}" if club.quiet_from is not None else None,
            "quiet_until": f"{club.quiet_until:%H:%M}" if club.quiet_until is not None else None,
            "posts_an_hour": club.posts_an_hour,
        },
        "bans": _bans(club),
        "awards": [
            {
                "name": each.user.get_username() if each.user else each.name,
                "title": each.title,
                "why": each.why,
                "day": each.day.isoformat(),
            }
            for each in club.awards.filter(withdrawn_at=None).select_related("user")
        ],
        "nights": [
            {
                "title": each.title,
                "begins_at": _time(each.begins_at),
                "ends_at": _time(each.ends_at) if each.ends_at else None,
                "place": each.place,
                "notes": each.notes,
                "is_cancelled": each.cancelled_at is not None,
            }
            for each in club.nights.all()
        ],
        "seasons": [
            {
                **{name: getattr(each, name) for name in _OF_SEASON},
                "begins_on": each.begins_on.isoformat(),
                "ends_on": each.ends_on.isoformat(),
                "table": [{name: getattr(row, name) for name in FileStanding.model_fields} for row in rows_of(each)],
            }
            for each in club.seasons.order_by("begins_on", "pk")
        ],
    }


def _bans(club: Club) -> list[dict[str, str]]:
    """Those in force; of those that came with an earlier file the names still."""
    bans = Ban.objects.in_force(club.pk).select_related("user").order_by("at", "pk")
    found = {each.user.get_username(): each.reason for each in bans}
    found = {each.name: each.reason for each in club.banned_names.all()} | found
    return [{"name": name, "reason": reason} for name, reason in found.items()]


_OF_SEASON: Final = ("title", "notes", "system", "ways", "scoring", "win", "draw", "loss")


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")


# Read


class ClubArchive:
    """A file that somebody brings, looked through. Raises ``Refusal`` where it is not what it should be."""

    def __init__(self, file: IO[bytes]) -> None:
        _refuse_long_list(file)
        try:
            self._zip = zipfile.ZipFile(file)
            infos = self._zip.infolist()
        except _BROKEN:
            raise Refusal(NOT_ONE) from None
        self._infos = {info.filename: info for info in infos}
        if len(infos) != len(self._infos) or len(infos) > MOST_MEMBERS:
            raise Refusal("The file holds more than a club can have, or the same twice.")
        if sum(info.file_size for info in infos) > LARGEST_IN_ALL:
            raise Refusal("Unpacked, the file is larger than a club can be.")
        self.club = self._read_head()
        for name in (*self.club.campaigns, *self.club.cards):
            self._info(name, LARGEST_CAMPAIGN)
        for name in self.club.cards:
            self._info(name, LARGEST_CARDS)
        if len({*self.club.campaigns, *self.club.cards}) != len(self.club.campaigns) + len(self.club.cards):
            raise Refusal("The file names the same twice.")

    def _read_head(self) -> FileOfClub:
        content = b"".join(self.pieces(HEAD, LARGEST_HEAD))
        if b"\\u0000" in content or b"\0" in content:
            raise Refusal("The file holds characters that no text has.")
        try:
            document = json.loads(content.decode(), object_pairs_hook=_table)
        except (ValueError, RecursionError):
            raise Refusal(NOT_ONE) from None
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise Refusal("This is not the file of a club.")
        if isinstance(document.get("version"), int) and document["version"] > VERSION:
            raise Refusal("The file comes from a newer Ready Room. Bring this one up to date first.")
        try:
            return FileOfClub.model_validate(document)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(each) for each in first["loc"])[:100] or HEAD
            raise Refusal(f"The file cannot be read at {where}: {first['msg'][:100]}.") from None

    def _info(self, name: str, largest: int) -> zipfile.ZipInfo:
        info = self._infos.get(name)
        if info is None:
            raise Refusal(f"The file is not whole: {name} is missing.")
        if info.compress_type not in _PACKED or info.flag_bits & 1:
            raise Refusal(f"{name} is packed in a way that a Ready Room does not use.")
        if info.file_size > largest:
            raise Refusal(f"{name} is larger than it can be.")
        return info

    def pieces(self, name: str, largest: int = LARGEST_CAMPAIGN) -> Iterator[bytes]:
        """A member, a little at a time, and no more of it than it says that it has."""
        info, size = self._info(name, largest), 0
        try:
            with self._zip.open(info) as member:
                while piece := member.read(PIECE):
                    size += len(piece)
                    if size > info.file_size:
                        raise Refusal(f"{name} is larger than it says.")
                    yield piece
        except _BROKEN:
            raise Refusal(f"{name} in the file is damaged.") from None

    def content_of(self, name: str) -> Callable[[], Iterator[bytes]]:
        """Gives a member anew whenever it is asked."""
        return lambda: self.pieces(name)

    def text_of(self, name: str) -> str:
        """The cards of a game."""
        try:
            return b"".join(self.pieces(name, LARGEST_CARDS)).decode()
        except UnicodeDecodeError:
            raise Refusal(f"{name} is no text.") from None


def _refuse_long_list(file: IO[bytes]) -> None:
    """The library makes an object of each member that an archive lists, and 100 MB of a list are two million.

    It is asked of the only end that ours have: without a comment, and without the record of larger archives before it.
    """
    larger = b"PK\x06\x07"
    file.seek(max(file.seek(0, io.SEEK_END) - END.size - 20, 0))
    tail = file.read()
    if len(tail) < END.size or tail.startswith(larger):
        raise Refusal(NOT_ONE)
    mark, *_, length, _, comment = END.unpack(tail[-END.size :])
    if mark != b"PK\x05\x06" or comment:
        raise Refusal(NOT_ONE)
    if length > LARGEST_LIST:
        raise Refusal("The file holds more than a club can have.")


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Raises ``ValueError`` for more keys than any table of ours has, each of which would be a fault to tell, and for
    the same twice.
    """
    found = dict(pairs)
    if len(found) != len(pairs) or len(found) > MOST_KEYS:
        raise ValueError("the same twice, or more than any has")
    return found


def safe_name(name: str) -> str:
    """What a file that is brought in is called, to be shown."""
    return re.sub(r"[^\w .()-]", "", name)[-100:] or "club.zip"
