"""Portraits, badges, ribbons and kill boards on pages."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns.heraldry.names import badge_name, face_name
from campaigns.heraldry.ribbons import Ribbon, ribbon_picture
from campaigns.heraldry.shapes import Picture
from campaigns.heraldry.svg import drawing
from campaigns.packs.definition import PackDefinition
from campaigns.standing.likeness import blazon_of, face_of
from campaigns.standing.model import Airman, Squadron, Standing
from config.common.addresses import address

register = template.Library()
SCALE: Final = 1.7
"""Pixels of a unit of a picture that is part of a page."""


@register.simple_tag
def portrait(man: Airman, pack: PackDefinition, size: int = 40, campaign: int = 0) -> SafeString:
    """His portrait, so many pixels wide; decoration, so his name stands beside it.

    ``campaign``: its key, on pages for those alone who may see it. Without it the drawn one is shown.
    """
    if campaign and man.picture:
        return _picture("portrait", _uploaded(campaign, man.picture), size)
    return _picture("portrait", address("face", face_name(face_of(man, pack))), size)


@register.simple_tag
def squadron_badge(squadron: Squadron, standing: Standing, size: int, campaign: int) -> SafeString:
    """Its badge; decoration, so its title stands beside it."""
    if digest := standing.badges.get((squadron.side, squadron.key)):
        return _picture("badge uploaded", _uploaded(campaign, digest), size)
    return _picture("badge", address("squadron-badge", badge_name(blazon_of(squadron))), size)


def _uploaded(campaign: int, digest: str) -> str:
    return address("campaign-picture", campaign, digest)


@lru_cache(maxsize=10_000)
def _picture(css: str, source: str, size: int) -> SafeString:
    return format_html(
        '<img class="{}" src="{}" alt="" width="{}" height="{}" loading="lazy">', css, source, size, size
    )


@register.filter
def ribbon_bar(ribbon: Ribbon) -> SafeString:
    """The ribbon itself; its name stands beside it."""
    return inline(ribbon_picture(ribbon), "ribbon")


@register.simple_tag
def inline(picture: Picture, css: str, label: str = "") -> SafeString:
    """A picture as part of the page: with a ``label`` for who cannot see it, or as decoration."""
    said = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html(
        '<svg class="{}" viewBox="0 0 {} {}" width="{}" {}>{}</svg>',
        css,
        picture.width,
        picture.height,
        round(picture.width * SCALE),
        said,
        mark_safe(drawing(picture)),  # colours and figures of ours alone
    )
