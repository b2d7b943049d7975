"""The API's own page, its OpenAPI document, and what there is where nothing is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_safe

from api.documents.openapi import Operation, openapi, written
from api.views.answers import as_json, dumped, how_often, problem, reading
from api.views.endpoints import ENDPOINTS, Endpoint
from config.common.web import render_page
from config.version import version

ROOT = "api/v1/"
ANY_SCOPE = ""


def _operations() -> Iterator[Operation]:
    for each in ENDPOINTS:
        yield Operation(
            name=each.name,
            path=ROOT + each.path,
            title=each.title,
            about=each.about,
            gives=each.gives,
            scope=each.scope.value if each.scope else ANY_SCOPE,
        )


@cache
def _document(server: str) -> dict[str, Any]:
    """It hangs on the code alone, takes a while to draw up, and is there for whoever asks."""
    return openapi(_operations(), server=server, version=version())


@reading
def description(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document: the same to everybody."""
    return as_json(request, dumped(_document(settings.BASE_URL)))


@reading
def nothing(request: HttpRequest) -> HttpResponse:
    """Addresses end with a slash; who leaves it out is led on, all others are told where to look."""
    try:
        is_there = resolve(f"{request.path}/").url_name != "api-nothing"
    except Resolver404:
        is_there = False
    if is_there:
        query = request.META.get("QUERY_STRING", "")
        return redirect(f"{request.path}/?{query}" if query else f"{request.path}/", permanent=True)
    return problem(404, "The API has no such address; /api/v1/openapi.json lists those that it has.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a document."""

    name: str
    type: str
    about: tuple[str, ...]
    """Words, and at every second place what is written as code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """An endpoint on the page."""

    endpoint: Endpoint
    path: str
    about: str
    """Of what it gives."""
    fields: tuple[Field, ...]
    items: tuple[Field, ...]
    """Of each of a list; else empty."""


@login_not_required
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """What there is, drawn from the OpenAPI document."""
    document = _document(settings.BASE_URL)
    schemas = document["components"]["schemas"]
    shown = [_shown(each, schemas) for each in ENDPOINTS]
    return render_page(
        request,
        "api/page.html",
        {"nav": "account", "endpoints": shown, "site": settings.BASE_URL, "often": how_often()},
    )


def _shown(each: Endpoint, schemas: dict[str, Any]) -> Shown:
    schema = schemas[each.gives.__name__]
    items = schema["properties"].get("items", {}).get("items", {}) if each.in_parts else {}
    return Shown(
        endpoint=each,
        path=written(ROOT + each.path),
        about=schema.get("description", ""),
        fields=_fields(schema),
        items=_fields(schemas[_named(items)]) if items else (),
    )


def _fields(schema: dict[str, Any]) -> tuple[Field, ...]:
    return tuple(
        Field(name=name, type=_type(of), about=tuple(" ".join(of.get("description", "").split()).split("`")))
        for name, of in schema["properties"].items()
    )


def _named(schema: dict[str, Any]) -> str:
    return str(schema["$ref"].rpartition("/")[2])


def _type(schema: dict[str, Any]) -> str:
    """A type in words: ``list of Unit``, ``number or null``."""
    if "$ref" in schema:
        return _named(schema)
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if "allOf" in schema:
        return _type(schema["allOf"][0])
    match schema.get("type"):
        case "array":
            return f"list of {_type(schema.get('items', {}))}"
        case "object":
            return f"by name: {_type(schema.get('additionalProperties', {}))}"
        case "string":
            return "text"
        case "boolean":
            return "true or false"
        case other:
            return str(other or "anything")
