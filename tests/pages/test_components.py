"""The component page, and that each page is dressed by its own sheets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.cast import Cast

TEMPLATES = Path(settings.BASE_DIR) / "templates"
SHEETS = Path(settings.BASE_DIR) / "static" / "css"


def classes(*sheets: Path) -> set[str]:
    """The classes that sheets know."""
    rules = "".join(re.sub(r"/\*.*?\*/|\{[^{}]*\}", "", sheet.read_text("utf-8"), flags=re.S) for sheet in sheets)
    return set(re.findall(r"\.([a-z][\w-]*)", rules))


@pytest.fixture
def shown(client: Client, cast: Cast) -> tuple[set[str], str]:
    """The templates that the page is made of, and what it says."""
    cast.owner.is_superuser = True
    cast.owner.save()
    client.force_login(cast.owner)
    answer = client.get(reverse("components"))
    assert answer.status_code == 200
    return {each.name for each in answer.templates if each.name}, answer.content.decode()


def test_every_part_is_shown_on_the_component_page(shown: tuple[set[str], str]) -> None:
    parts = {f"parts/{each.name}" for each in (TEMPLATES / "parts").iterdir()}
    assert parts - shown[0] == set()


def test_every_component_of_the_style_sheets_is_shown_there(shown: tuple[set[str], str]) -> None:
    there = {name for said in re.findall(r'class="([^"]*)"', shown[1]) for name in said.split()}
    assert classes(SHEETS / "components.css", SHEETS / "forms.css") - there == set()


def made_of(template: str) -> dict[str, str]:
    """The texts of a template of ours and of all that it extends and includes, as far as it names them."""
    if not (TEMPLATES / template).exists():
        return {}
    texts = {template: (TEMPLATES / template).read_text("utf-8")}
    for each in re.findall(r'{% (?:extends|include) "([^"#]+)"', texts[template]):
        texts |= made_of(each)
    return texts


def named_in(text: str) -> set[str]:
    """The classes that a template says in so many words."""
    said = re.findall(r'class="((?:[^"{]|{%.*?%}|{{.*?}})*)"', text) + re.findall(r'{% plane \S+ "([^"]*)"', text)
    return {name for each in said for name in re.sub(r"{[%{].*?[%}]}", " ", each).split()}


def test_a_page_loads_the_sheets_of_its_classes_and_no_others() -> None:
    shared = classes(*(SHEETS / f"{name}.css" for name in ("site", "components", "forms")))
    own = {sheet.stem: classes(sheet) - shared for sheet in (SHEETS / "pages").iterdir()}
    undressed, worn = dict[str, set[str]](), dict[tuple[str, str], bool]()
    for page in TEMPLATES.rglob("*.html"):
        texts = made_of(str(page.relative_to(TEMPLATES)))
        if "{% extends" not in page.read_text("utf-8"):
            continue
        used = {name for text in texts.values() for name in named_in(text)}
        links = [(name, sheet) for name, text in texts.items() for sheet in re.findall(r'css/pages/(\w+)\.css"', text)]
        dressed = {name for _, sheet in links for name in own[sheet]}
        undressed[str(page)] = {name for known in own.values() for name in used & known} - dressed
        for link in links:
            worn[link] = worn.get(link, False) or bool(used & own[link[1]])
    assert {page: names for page, names in undressed.items() if names} == {}
    assert [link for link, is_worn in worn.items() if not is_worn] == []


def test_no_sheet_knows_a_class_that_nobody_says() -> None:
    folders = ["templates", "static/js", "config", "engine", "accounts", "clubs", "campaigns", "missions", "notices"]
    said = "".join(
        each.read_text("utf-8", errors="ignore")
        for folder in folders
        for each in (TEMPLATES.parent / folder).rglob("*")
        if each.suffix in (".html", ".svg", ".js", ".py")
    )
    words = set(re.findall(r"[A-Za-z][\w-]*", said))
    names = classes(*SHEETS.rglob("*.css"))
    assert {name for name in names - words if f"{name.partition('-')[0]}-" not in words} == set()


def test_no_link_to_report_words_is_printed() -> None:
    reports = re.compile(r'<a (?:class="([^"]*)"\s+)?href="{% url "[\w-]+-report" ')
    printed, count = [], 0
    for page in TEMPLATES.rglob("*.html"):
        text = page.read_text("utf-8")
        for link in reports.finditer(text):
            paragraph = text[: link.start()].rpartition("<p")[2]
            count += 1
            if "screen-only" not in (link[1] or "") and ("screen-only" not in paragraph or "</p>" in paragraph):
                printed.append(link[0])
    assert printed == []
    assert count == 12, "as many kinds of words may be reported"
