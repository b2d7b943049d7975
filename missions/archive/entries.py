"""What stands in a file's journal, checked as the house itself would write it."""

from __future__ import annotations

from pydantic import ValidationError

from campaigns.standing.kinds import KINDS
from campaigns.standing.said import Said
from config.common.refusals import Refusal
from missions.archive.schema import FileEntry


def said(number: int, told: FileEntry) -> Said:
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
