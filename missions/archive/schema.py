"""A campaign's file: what may stand in it, and its text with a check sum (``docs/reference/campaign-file.md``).

The same campaign always gives the same bytes, and a campaign that was brought in gives the file it came from, but for
its name if whoever brought it in has one of that name already. Rows go by their place in the file, never by database
keys; people by whether a person or the staff did it, and in the journal by the name they had then.
"""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, Literal, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from campaigns.heraldry.rasters import MOST_BYTES, MOST_OF_A_SIDE, SIZE, Raster, made_anew
from campaigns.packs.schema import SIDES, Side
from campaigns.standing.kinds import KINDS
from campaigns.standing.said import Said
from config.common.lengths import NAME_LENGTH
from config.common.refusals import Refusal
from missions.planning.lineup import AS_ORDERED, Lineup
from missions.planning.orders import SideOrders

FORMAT = "ready-room-campaign"
VERSION = 1
LARGEST = 10_000_000
"""Bytes of a file without its pictures that is read whole: 250 missions with the engine's records, or 500 told at the
table. A larger one is read a member at a time (``missions.archive.streamed``)."""
MOST_PICTURES = len(SIDES) * MOST_OF_A_SIDE
PICTURE = 4 * MOST_BYTES // 3 + 4
"""Signs of a picture in a file, three bytes in four."""
LARGEST_IN_ALL = LARGEST + 8_000_000
"""Bytes of a file with as many pictures as a campaign may have."""
MOST_OF_A_BATCH = 2_000
"""Journal entries that one act writes; a page shows a batch whole."""
MOST_VALUES = 800_000
"""In a file: twice what a file of the largest size holds. Ten megabytes of nothing but brackets take a third of a
gigabyte when they are read."""
_TEXT_OR_MARK = re.compile(rb'"(?:[^"\\]++|\\.)*+"|".*|[,\[{]', re.DOTALL)
"""A text in JSON (one that does not end goes on to the end of the file), or what stands before a value."""
_SUM = "sha256"

By: TypeAlias = Literal["person", "staff"]
Number: TypeAlias = Annotated[int, Field(ge=1, le=200_000)]
Words: TypeAlias = Annotated[str, Field(max_length=200)]


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class FilePack(Part):
    slug: Words
    version: Words
    source: Annotated[str, Field(max_length=1_000_000)]


class FileHead(Part):
    name: Annotated[str, Field(pattern=r"\S", max_length=NAME_LENGTH)]
    seed: Annotated[int, Field(ge=0, lt=1 << 63)]
    status: Literal["running", "finished"]
    created_at: str
    allied: By
    axis: By
    terms: dict[str, object] = {}


class FilePilot(Part):
    side: Side
    name: Annotated[str, Field(pattern=r"\S", max_length=80)]
    nation: Annotated[str, Field(max_length=20)]
    service: Annotated[str, Field(max_length=40)]
    skills: Annotated[list[Words], Field(max_length=20)]
    on_roster: bool
    resource: Annotated[str, Field(max_length=60)]
    squadron: Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]{0,60}$")]
    delivery: Annotated[str, Field(max_length=120)]
    is_green: bool


class FileOrders(Part):
    side: Side
    document: SideOrders
    signed_at: str
    signed_by: By


class FileFlight(Part):
    way: Literal["engine", "table", "screen", "grounded", "operation"]
    record: str
    report: dict[str, object]
    stored_at: str
    level: Literal["recruit", "regular", "veteran", "ace"] = "regular"
    corrected_at: str | None = None

    @property
    def is_corrected_engines(self) -> bool:
        """It is from before ``corrected_at``: the engine flew it, and a correction called it the table's."""
        return self.way == "table" and bool(self.record)


class FileDebrief(Part):
    at: str
    by: By
    batch: Number


class FileMission(Part):
    number: Annotated[int, Field(ge=1, le=30_000)]
    key: Annotated[str, Field(max_length=60)]
    period: Annotated[int, Field(ge=0, le=30_000)]
    title: Annotated[str, Field(max_length=120)]
    date: Annotated[str, Field(max_length=20)]
    place: Annotated[str, Field(max_length=120)]
    seed: Annotated[int, Field(ge=0, lt=1 << 63)]
    status: Literal["planning", "ready", "flown", "debriefed", "void"]
    scenario: dict[str, object]
    opened_at: str | None
    orders: Annotated[list[FileOrders], Field(max_length=2)]
    flight: FileFlight | None
    debrief: FileDebrief | None
    lineup: Lineup = AS_ORDERED


class FilePicture(Part):
    side: Side
    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    """By which the journal names it."""
    content: Annotated[str, Field(max_length=PICTURE)]

    def raster(self) -> Raster:
        """The picture, made anew as one that is uploaded; a file has many, so none is larger than what is kept.

        Raises ``Refusal``.
        """
        try:
            return made_anew(b64decode(self.content, validate=True), most_pixels=SIZE * SIZE)
        except ValueError:
            raise Refusal("It is not written as pictures are.") from None


class FileEntry(Part):
    batch: Number
    by: Annotated[str, Field(max_length=150)]
    at: str
    moment: Annotated[int, Field(ge=0, le=100_000)]
    kind: Annotated[str, Field(max_length=12)]
    side: Literal["", "allied", "axis"]
    mission: Annotated[int, Field(ge=1, le=30_000)] | None
    pilot: Number | None
    data: dict[str, object]
    reverses: Number | None


class File(Part):
    format: Literal["ready-room-campaign"]
    version: Literal[1]
    pack: FilePack
    campaign: FileHead
    pilots: Annotated[list[FilePilot], Field(max_length=5_000)]
    missions: Annotated[list[FileMission], Field(max_length=10_000)]
    journal: Annotated[list[FileEntry], Field(min_length=1, max_length=200_000)]
    pictures: Annotated[list[FilePicture], Field(max_length=MOST_PICTURES)] = []
    sha256: str


class CampaignFile(Protocol):
    """A file that has been looked at, held whole or read as it is asked; its lists may be asked again and again."""

    @property
    def pack(self) -> FilePack: ...
    @property
    def campaign(self) -> FileHead: ...
    @property
    def pilots(self) -> Sequence[FilePilot]: ...
    @property
    def missions(self) -> Iterable[FileMission]: ...
    @property
    def journal(self) -> Iterable[FileEntry]: ...
    @property
    def pictures(self) -> Iterable[FilePicture]: ...


def seal(document: Mapping[str, object]) -> bytes:
    """A campaign's document as a file, with its check sum."""
    return _text({**document, _SUM: _sum(document)}).encode()


def _holds_too_much(content: bytes) -> bool:
    """Whether it has more values than ``MOST_VALUES``, counted without a copy; a value comes with two texts at most."""
    values = texts = 0
    for found in _TEXT_OR_MARK.finditer(content):
        if content[found.start()] == ord('"'):
            texts += 1
        else:
            values += 1
        if values > MOST_VALUES or texts > 2 * MOST_VALUES:
            return True
    return False


def read(content: bytes) -> File:
    """A campaign’s file. Refuses what is too large, altered, of a later version, or not as the schema has it."""
    if len(content) > LARGEST_IN_ALL:
        raise Refusal(f"The file is larger than {LARGEST_IN_ALL // 1_000_000} MB.")
    document, found = sealed(content, FORMAT, "campaign", VERSION)
    try:
        file = File.model_validate(document | {_SUM: found})
    except ValidationError as error:
        raise Refusal(where(error)) from None
    if len(content) - sum(len(picture.content) for picture in file.pictures) > LARGEST:
        raise Refusal(f"The file is larger than {LARGEST // 1_000_000} MB, its pictures left aside.")
    return file


def where(error: ValidationError, *before: str | int) -> str:
    """What is wrong first, and at which place, counted from 1, of the whole file."""
    first = error.errors(include_url=False)[0]
    place = ".".join(str(step + 1) if isinstance(step, int) else step for step in (*before, *first["loc"]))
    return f"The file cannot be read at {place}: {first['msg']}."


def by_another(written: object, version: int) -> str | None:
    """Why a file of another version of its format is refused; ``None``: it is not."""
    if not isinstance(written, int) or written <= version:
        return None
    return f"The file has format version {written}; this Ready Room reads up to {version}. Bring it up to date first."


def sealed(content: bytes, format_: str, called: str, version: int) -> tuple[dict[str, Any], str]:
    """What stands in a file that has been sealed, and its check sum. Raises ``Refusal`` unless it is whole.

    ``called``: what it is a file of, in words.
    """
    if b"\\u0000" in content or b"\0" in content:
        raise Refusal("The file holds characters that no text has.")
    if _holds_too_much(content):
        raise Refusal(f"The file holds more than {MOST_VALUES:,} values. No {called} has so many.")
    try:
        document = json.loads(content.decode(), parse_constant=partial(refuse_constant, called))
        found = _sum(document) if isinstance(document, dict) else ""
    except UnicodeError:
        raise Refusal(f"This is not a {called} file: it is not text.") from None
    except (ValueError, RecursionError):
        raise Refusal(f"The file is not whole, or no {called} file at all. Export the {called} anew.") from None
    if not isinstance(document, dict) or document.get("format") != format_:
        raise Refusal(f"This is not a {called} file of the Ready Room.")
    if why := by_another(document.get("version"), version):
        raise Refusal(why)
    if document.pop(_SUM, None) != found:
        raise Refusal("The file has been altered since it was exported: its check sum does not fit. Export it anew.")
    return document, found


def refuse_constant(called: str, name: str) -> None:
    raise Refusal(f"The file is not whole, or no {called} file at all: {name} is no number.")


def refuse_doubles(file: CampaignFile) -> None:
    """Nothing stands in a file twice that there can be only one of, and no act wrote more than a page can show."""
    _refuse_twice(("a man", (pilot.side, pilot.name)) for pilot in file.pilots)
    _refuse_twice(_once_of_missions(file.missions))
    _refuse_twice(("a picture", (picture.side, picture.digest)) for picture in file.pictures)
    batches = Counter[int]()
    taken_back = set[int]()
    for entry in file.journal:
        batches[entry.batch] += 1
        if entry.reverses is None:
            continue
        if entry.reverses in taken_back:
            raise Refusal(_twice("an entry taken back", entry.reverses))
        taken_back.add(entry.reverses)
    batch, count = batches.most_common(1)[0]
    if count > MOST_OF_A_BATCH:
        raise Refusal(f"No act writes more than {MOST_OF_A_BATCH:,} entries at once: batch {batch} has {count:,}.")


def _once_of_missions(missions: Iterable[FileMission]) -> Iterator[tuple[str, Hashable]]:
    for mission in missions:
        yield "a mission", mission.number
        for orders in mission.orders:
            yield "a mission’s orders", (mission.number, orders.side)
        if mission.debrief:
            yield "a batch of a debrief", mission.debrief.batch


def _refuse_twice(keys: Iterable[tuple[str, Hashable]]) -> None:
    known = set[tuple[str, Hashable]]()
    for what, key in keys:
        if (what, key) in known:
            raise Refusal(_twice(what, key))
        known.add((what, key))


def _twice(what: str, key: Hashable) -> str:
    return f"The file contradicts itself: it holds {what} twice ({key!r:.100})."


def said_by(number: int, told: FileEntry) -> Said:
    """What the ``number``-th entry says. Raises ``Refusal``: it cannot be read, or does not say what it is about."""
    kind = KINDS.get(told.kind)
    if kind is None:
        raise Refusal(f"Journal entry {number} is of a kind that this Ready Room does not know: {told.kind}.")
    if wrong := _left_out(kind, told):
        raise Refusal(f"Journal entry {number} ({told.kind}) cannot be read: {wrong}.")
    try:
        return kind.said(told.data)
    except KeyError:
        wrong = f"there is no change such as {told.data.get('what')!r:.40}"
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        wrong = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    raise Refusal(f"Journal entry {number} ({told.kind}) cannot be read: {wrong}.")


def _left_out(kind: type[Said], told: FileEntry) -> str:
    """What an entry of this kind is about, and this one does not name."""
    named = {"mission": told.mission is not None, "side": bool(told.side), "man": told.pilot is not None}
    return next(
        (f"it names no {what}" for what, wish in kind.names().items() if wish == "must" and not named[what]), ""
    )


def with_men_of_scenario(scenario: Mapping[str, Any], keys: Mapping[int, int]) -> dict[str, object]:
    """A mission's scenario with its men under other keys."""
    skilled = {side: keys[man] for side, man in scenario.get("skilled", {}).items()}
    return {**scenario, "skilled": skilled}


def by_whom(user_id: int | None) -> By:
    return "staff" if user_id is None else "person"


def read_time(text: str) -> datetime:
    """A moment with its zone. Raises ``ValueError``, and ``OverflowError`` for the ends of time."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"the time {text} has no zone")
    moment.astimezone(UTC)  # raises OverflowError for the ends of time
    return moment


def _text(document: Mapping[str, object]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _sum(document: Mapping[str, object]) -> str:
    """Of the document without its own sum. Raises ``UnicodeError`` for what no text may hold."""
    return hashlib.sha256(_text({name: part for name, part in document.items() if name != _SUM}).encode()).hexdigest()
