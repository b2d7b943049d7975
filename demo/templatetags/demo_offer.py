"""The demo on the first page, which knows nothing of it."""

from __future__ import annotations

from django import template
from django.contrib.auth.models import AnonymousUser, User
from django.template import RequestContext

from demo.selectors.demos import demo_there, is_empty

register = template.Library()


@register.inclusion_tag("demo/offer.html", takes_context=True)
def demo_offer(context: RequestContext) -> dict[str, object]:
    """A button for the owner of an empty site, or the way to the demo that there is; nothing for anybody else."""
    user: User | AnonymousUser = context["request"].user
    demo = demo_there() if user.is_superuser else None
    may_fill = user.is_superuser and demo is None and is_empty()
    return {"demo": demo, "may_fill": may_fill, "csrf_token": context.get("csrf_token")}
