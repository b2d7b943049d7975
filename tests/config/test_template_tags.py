"""``{% url %}`` remembers what Django finds, and finds nothing else."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.conf import settings
from django.template import Context, Template, engines
from django.templatetags.static import static
from django.test import override_settings
from django.urls import NoReverseMatch, get_script_prefix, reverse, set_script_prefix

ASKED = [
    ("home", ()),
    ("mission", (1, 14)),
    ("mission-plan", (1, 14, "allied")),
    ("job", (UUID(int=7),)),
    ("campaign-print", (3, "cards/14", "pdf")),
]


def shown(name: str, *args: object) -> str:
    tag = " ".join(f"args.{number}" for number in range(len(args)))
    found = Template(f"{{% url name {tag} %}}")
    return found.render(Context({"name": name, "args": args}))


@pytest.mark.parametrize(("name", "args"), ASKED)
def test_an_address_is_the_same_as_django_finds_the_first_time_and_the_second(name: str, args: tuple[object, ...]):
    assert [shown(name, *args) for _ in range(2)] == [reverse(name, args=args)] * 2


def test_it_depends_on_where_the_site_stands_and_on_what_addresses_it_has():
    before, usual = shown("home"), get_script_prefix()
    set_script_prefix("/below/")
    try:
        assert shown("home") == f"/below{before}"
    finally:
        set_script_prefix(usual)
    assert shown("home") == before
    with override_settings(ROOT_URLCONF="api.urls"), pytest.raises(NoReverseMatch):
        shown("home")


def test_what_fits_no_address_is_an_error_each_time():
    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            shown("mission", "x", "y")


def test_a_name_that_is_asked_for_as_a_variable_may_be_missing():
    found = engines["django"].from_string('{% url "no-such-page" as address %}[{{ address }}]')
    assert found.render({}) == "[]"


def test_the_address_of_a_file_is_the_one_that_its_storage_gives_and_depends_on_that():
    found = engines["django"].from_string('{% load static %}{% static "css/site.css" %}')
    assert [found.render({}) for _ in range(2)] == [static("css/site.css")] * 2
    elsewhere = {"BACKEND": settings.STORAGES["staticfiles"]["BACKEND"], "OPTIONS": {"base_url": "/elsewhere/"}}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": elsewhere}):
        assert found.render({}) == "/elsewhere/css/site.css"
    assert found.render({}) == static("css/site.css")
