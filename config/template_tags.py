"""Tags of Django's that every template uses, and that do the same here with less work."""

from __future__ import annotations

from django import template
from django.template import Context, defaulttags
from django.template.base import Parser, Token
from django.utils.html import conditional_escape

from config.common.addresses import address

register = template.Library()


class AddressNode(defaulttags.URLNode):
    def render(self, context: Context) -> str:
        name = self.view_name.resolve(context)
        if self.kwargs or self.asvar or not isinstance(name, str) or ":" in name:
            return super().render(context)
        found = address(name, *[each.resolve(context) for each in self.args])
        return conditional_escape(found) if context.autoescape else found


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    """Django's own with a memory. What it finds for a namespace depends on the request, and is looked up anew."""
    found = defaulttags.url(parser, token)
    return AddressNode(found.view_name, found.args, found.kwargs, found.asvar)
