"""Addresses of pages, remembered: Django tries the patterns of a name anew for each link, and a page has hundreds."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from django.urls import URLResolver, get_resolver, get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

Place: TypeAlias = tuple[URLResolver, str]


def here() -> Place:
    """What addresses depend on beside their names: of which site, and where it stands."""
    return get_resolver(get_urlconf()), get_script_prefix()


def address(name: str, *args: object) -> str:
    """As ``reverse(name, args=args)``; the name is of no namespace."""
    return _found(here(), name, *args)


@lru_cache(maxsize=10_000, typed=True)
def address_in_html(_place: Place, name: str, *args: object) -> SafeString:
    """The same as it stands in HTML. The place is ``here``, which a page asks once for all its links."""
    return conditional_escape(reverse(name, args=args))


@lru_cache(maxsize=10_000, typed=True)
def _found(_place: Place, name: str, *args: object) -> str:
    return reverse(name, args=args)
