"""A campaign's file that is too large to be held at once: looked through once, then read a member at a time."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, TypeVar

from pydantic import ValidationError

from config.common.refusals import Refusal
from missions.archive.layout import SUM, BadLayout, members
from missions.archive.schema import (
    FORMAT,
    MOST_PICTURES,
    VERSION,
    FileEntry,
    FileHead,
    FileMission,
    FilePack,
    FilePicture,
    FilePilot,
    Part,
    by_another,
    refuse_constant,
    where,
)

LARGEST: Final = 108_000_000
"""Bytes: a hundred megabytes, and as many pictures as a campaign may have."""
MOST: Final = {"pilots": 5_000, "missions": 10_000, "journal": 200_000, "pictures": MOST_PICTURES}
"""Members of each list."""
_KEYS: Final = {"campaign", "format", "journal", "missions", "pack", "pictures", "pilots", SUM, "version"}
P = TypeVar("P", bound=Part)


class StreamedFile:
    """``content`` gives the file anew, a part at a time, whenever it is asked.

    Raises ``Refusal`` if the file is not whole, has been altered, or is of another format or a newer version; what is
    wrong in a member is told when that is read.
    """

    def __init__(self, content: Callable[[], Iterable[bytes]]) -> None:
        self._content = content
        self.count = Counter[str]()
        """Members of each list."""
        self._survey()

    def _survey(self) -> None:
        digest, found, pilots = hashlib.sha256(), dict[str, object](), list[FilePilot]()
        try:
            for member in members(self._content(), digest):
                value = _value(member.text)
                if member.number:
                    if member.number == 1 and (member.key in self.count or member.key in found):
                        raise BadLayout(f"it holds {member.key} twice")
                    self.count[member.key] = member.number
                    if member.number > MOST.get(member.key, 0):
                        raise BadLayout(f"it has more {member.key} than any campaign")
                elif member.key in found or member.key in self.count:
                    raise BadLayout(f"it holds {member.key} twice")
                elif member.key in MOST and (value != [] or member.key == "journal"):
                    raise BadLayout(f"its {member.key} are no list of any")
                else:
                    found[member.key] = value
                if member.key == "pilots" and member.number:
                    pilots.append(_part(FilePilot, value, "pilots", member.number))
        except BadLayout as error:
            raise Refusal(f"The file is not whole, or not as a Ready Room writes it: {error}.") from None
        if found.get("format") != FORMAT:
            raise Refusal("This is not a campaign file of the Ready Room.")
        if by_another(found.get("version"), VERSION) is not None:
            raise Refusal(str(by_another(found.get("version"), VERSION)))
        if found.get(SUM) != digest.hexdigest():
            raise Refusal(
                "The file has been altered since it was exported: its check sum does not fit. Export it anew."
            )
        for key in (found.keys() | self.count.keys()) ^ _KEYS:
            if key != "pictures":
                raise Refusal(f"The file cannot be read at {key}: it is missing, or does not belong there.")
        self.pack = _part(FilePack, found["pack"], "pack")
        self.campaign = _part(FileHead, found["campaign"], "campaign")
        self.pilots = pilots

    @property
    def missions(self) -> Iterator[FileMission]:
        return self._list("missions", FileMission)

    @property
    def journal(self) -> Iterator[FileEntry]:
        return self._list("journal", FileEntry)

    @property
    def pictures(self) -> Iterator[FilePicture]:
        return self._list("pictures", FilePicture)

    def _list(self, key: str, part: type[P]) -> Iterator[P]:
        for member in members(self._content()):
            if member.key == key and member.number:
                yield _part(part, _value(member.text), key, member.number)


def _value(text: bytes) -> object:
    if b"\\u0000" in text or b"\0" in text:
        raise Refusal("The file holds characters that no text has.")
    try:
        return json.loads(text.decode(), parse_constant=partial(refuse_constant, "campaign"))
    except (ValueError, RecursionError):
        raise BadLayout("it is not whole") from None


def _part(part: type[P], value: object, key: str, number: int = 0) -> P:
    try:
        return part.model_validate(value)
    except ValidationError as error:
        raise Refusal(where(error, key, *([number - 1] if number else []))) from None
