"""``{% load static %}``: Django's library, which works the address of each file out once."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.core.files.storage import Storage, storages
from django.templatetags import static as usual

register = template.Library()
register.tags.update(usual.register.tags)


class StaticNode(usual.StaticNode):
    @classmethod
    def handle_simple(cls, path: str) -> str:
        return _found(storages["staticfiles"], path)


register.tag("static", StaticNode.handle_token)


@lru_cache(maxsize=1000)
def _found(files: Storage, path: str) -> str:
    """What files are called does not change while the site runs."""
    return files.url(path)
