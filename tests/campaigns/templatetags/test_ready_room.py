"""Names of types where a line may end."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import timezone

from campaigns.templatetags.ready_room import ago, kept_whole, unbroken

SHEETS = Path(settings.BASE_DIR) / "static" / "css"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Hawker Hurricane Mk I", 'Hawker Hurricane <span class="nowrap">Mk I</span>'),
        ("Focke-Wulf Fw 190A-3", 'Focke-Wulf <span class="nowrap">Fw 190A-3</span>'),
        ("Fiat CR.42 Falco", 'Fiat <span class="nowrap">CR.42</span> Falco'),
        ("SPAD XIII", '<span class="nowrap">SPAD XIII</span>'),
        ("Lend-Lease Tomahawk Mk. II", 'Lend-Lease Tomahawk <span class="nowrap">Mk. II</span>'),
        ("<b>1", '<span class="nowrap">&lt;b&gt;1</span>'),
    ],
)
def test_a_mark_stays_on_the_line_of_its_word(name: str, shown: str):
    assert unbroken(name) == shown


def test_the_style_sheets_keep_such_a_mark_on_one_line():
    styles = (SHEETS / "site.css").read_text()
    assert ".nowrap {\n    white-space: nowrap;\n  }" in styles


def test_a_place_with_a_hyphen_stays_in_one_line_and_what_is_said_is_escaped() -> None:
    said = str(kept_whole("Move <A>, now in I-J 8-9 right."))
    assert said == ('Move &lt;A&gt;, now in <span class="nowrap">I-J</span> <span class="nowrap">8-9</span> right.')


def test_men_with_hyphens_are_escaped_once() -> None:
    page = Template("{% load ready_room %}{{ men|join:', '|kept_whole }}").render(
        Context({"men": ["O'Hara", "d'Arc-Ney"]})
    )
    assert page == 'O&#x27;Hara, <span class="nowrap">d&#x27;Arc-Ney</span>'


def test_what_has_just_been_is_not_nought_minutes_ago() -> None:
    assert ago(timezone.now() - timedelta(seconds=40)) == "just now"
    assert ago(timezone.now() - timedelta(seconds=200)).replace("\xa0", " ") == "3 minutes ago"
