"""Tags of Django's that every template uses, and that do the same here with less work."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from django import template
from django.core.files.storage import Storage, storages
from django.template import Context, defaulttags
from django.template.base import Parser, Token
from django.templatetags import static as files

from config.common.addresses import address, address_in_html, here

register = template.Library()
HERE: Final = "config.template_tags.here"
"""Under which a template that is being rendered knows where its site stands."""


class AddressNode(defaulttags.URLNode):
    def render(self, context: Context) -> str:
        name = self.view_name.resolve(context)
        if self.kwargs or self.asvar or not isinstance(name, str) or ":" in name:
            return super().render(context)
        args = [each.resolve(context) for each in self.args]
        if not context.autoescape:
            return address(name, *args)
        found = context.render_context.get(HERE)
        if found is None:
            found = context.render_context[HERE] = here()
        return address_in_html(found, name, *args)


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    """Django's own with a memory. What it finds for a namespace depends on the request, and is looked up anew."""
    found = defaulttags.url(parser, token)
    return AddressNode(found.view_name, found.args, found.kwargs, found.asvar)


class StaticNode(files.StaticNode):
    @classmethod
    def handle_simple(cls, path: str) -> str:
        return _found(storages["staticfiles"], path)


register.tag("static", StaticNode.handle_token)


@lru_cache(maxsize=1000)
def _found(kept: Storage, path: str) -> str:
    """What files are called does not change while the site runs."""
    return kept.url(path)
