"""Where a page finds the outline of an aircraft: a symbol of a sheet that a browser keeps."""

from __future__ import annotations

from functools import cache

from django.urls import reverse

from campaigns.catalogue import outlines
from campaigns.catalogue.shapes import shape_name, sheet_of


def address(slug: str) -> str:
    """Of a type."""
    return address_of(shape_name(slug))


@cache
def address_of(shape: str) -> str:
    sheet = sheet_of(shape)
    return f"{reverse('outlines', args=(sheet,))}?v={outlines.version(sheet)}#{shape}"
