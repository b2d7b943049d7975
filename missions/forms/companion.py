"""Taps as a device or a plain form sends them."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID, uuid5

from django.utils import timezone
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from config.common.refusals import Refusal
from missions.results.companion import LONGEST, Does, Tap

LARGEST: Final = 40_000
"""Letters of a delivery."""
ALTERED: Final = "The page was altered on the way. Open it again."
_Text = Annotated[str, Field(max_length=LONGEST, pattern=r"^[^\x00]*$")]


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid")

    key: UUID
    at: Annotated[int, Field(ge=0, lt=1 << 53)]
    number: Annotated[int, Field(ge=0, lt=1 << 31)]
    does: Does
    cell: _Text
    value: _Text


_LIST: Final = TypeAdapter(list[_Sent])


def taps_sent(text: str, by: int) -> list[Tap]:
    """The taps of a delivery, as JSON. Refuses what is none."""
    if len(text) > LARGEST:
        raise Refusal("This is more than is taken at once.")
    try:
        sent = _LIST.validate_json(text)
    except ValidationError:
        raise Refusal(ALTERED) from None
    return [Tap(each.at, each.number, each.key, by, each.does, each.cell, each.value) for each in sent]


def tap_pressed(pressed: str, page_key: str, by: int) -> Tap:
    """The tap of a button of a plain page: pressed twice before the page comes back, it is one tap."""
    does, _, rest = pressed.partition("|")
    cell, _, value = rest.partition("|")
    try:
        sent = _Sent.model_validate(
            {
                "key": uuid5(UUID(page_key), pressed),
                "at": int(timezone.now().timestamp() * 1000),
                "number": 0,
                "does": does,
                "cell": cell,
                "value": value,
            }
        )
    except ValueError:
        raise Refusal(ALTERED) from None
    return Tap(sent.at, sent.number, sent.key, by, sent.does, sent.cell, sent.value)
