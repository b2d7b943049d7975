"""What all documents of the API have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

BySide: TypeAlias = Mapping[str, int]
"""A number of each side, by ``allied`` and ``axis``."""


class Document(BaseModel):
    """Frozen; what stands under a field is its description in the OpenAPI document."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", use_attribute_docstrings=True, json_schema_serialization_defaults_required=True
    )


class Paged(Document):
    """A part of a list."""

    page: int
    """Of `pages`, from 1."""
    pages: int
    next: str | None
    """The address of the next page; `null` on the last."""


class Problem(Document):
    """What went wrong, by RFC 9457."""

    type: Literal["about:blank"] = "about:blank"
    title: str
    """The status in words: `Not Found`."""
    status: int
    detail: str
    """A sentence for people."""


class Me(Document):
    """Who asks, and by which token."""

    name: str
    token: str | None
    """What the token is called; `null` of somebody who is signed in by a browser."""
    scopes: tuple[str, ...]
    campaign: int | None
    """The only campaign that the token reads; `null`: all of the person's."""
    expires_at: str | None
