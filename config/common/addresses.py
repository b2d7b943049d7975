"""Addresses of pages, remembered: Django tries the patterns of a name anew for each link, and a page has hundreds."""

from __future__ import annotations

from functools import lru_cache

from django.urls import URLResolver, get_resolver, get_script_prefix, get_urlconf, reverse


def address(name: str, *args: object) -> str:
    """As ``reverse(name, args=args)``; the name is of no namespace."""
    return _found(get_resolver(get_urlconf()), get_script_prefix(), name, *args)


@lru_cache(maxsize=10_000, typed=True)
def _found(_resolver: URLResolver, _prefix: str, name: str, *args: object) -> str:
    """The first two are what the answer depends on beside the name."""
    return reverse(name, args=args)
