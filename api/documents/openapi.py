"""The OpenAPI document (3.1) of a list of endpoints."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pydantic.json_schema import models_json_schema

from api.documents.common import Document, Paged, Problem

REFS = "#/components/schemas/{model}"
NUMBER = re.compile(r"<int:(\w+)>")
PROBLEMS = {
    400: "The address asks for something that cannot be.",
    401: "No token, or none that is good.",
    403: "The token, or the person’s role, does not reach so far.",
    404: "There is no such thing among what the person may read.",
    409: "There is none yet: a report before the mission has been flown.",
    429: "Too much at once; Retry-After says when again.",
    503: "The database has no time for it; Retry-After says when again.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One endpoint, as the document tells it."""

    name: str
    path: str
    """As ``django.urls.path`` takes it, from the site's root."""
    title: str
    about: str
    gives: type[Document]
    scope: str
    """Empty: any token."""


def openapi(operations: Iterable[Operation], *, server: str, version: str) -> dict[str, Any]:
    """The document. ``server``: the site's address."""
    operations = tuple(operations)
    models: dict[type[Document], None] = dict.fromkeys([*(each.gives for each in operations), Problem])
    _, schemas = models_json_schema([(each, "serialization") for each in models], ref_template=REFS)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ready Room",
            "version": version,
            "description": "Reads campaigns, missions and clubs with the eyes of the person whose token it is.",
        },
        "servers": [{"url": server}],
        "security": [{"token": []}],
        "paths": {written(each.path): {"get": _get(each)} for each in operations},
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "A token of the account page: rr_…"}
            },
            "responses": {
                str(status): {
                    "description": said,
                    "content": {"application/problem+json": {"schema": {"$ref": REFS.format(model="Problem")}}},
                }
                for status, said in PROBLEMS.items()
            },
        },
    }


def written(path: str) -> str:
    """
    >>> written("api/v1/clubs/<int:club>/")
    '/api/v1/clubs/{club}/'
    """
    return "/" + NUMBER.sub(r"{\1}", path)


def _get(each: Operation) -> dict[str, Any]:
    numbers = NUMBER.findall(each.path)
    in_parts = issubclass(each.gives, Paged)
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}} for name in numbers
    ]
    if in_parts:
        page = {"type": "integer", "minimum": 1, "default": 1}
        parameters.append({"name": "page", "in": "query", "required": False, "schema": page})
    parameters.append({"name": "If-None-Match", "in": "header", "required": False, "schema": {"type": "string"}})
    refused = [401, 429, 503]
    refused += [400] if in_parts else []
    refused += [403] if each.scope else []
    refused += [404] if numbers or in_parts else []
    refused += [409] if each.name == "api-report" else []
    return {
        "operationId": each.name.removeprefix("api-"),
        "summary": each.title,
        "description": f"{each.about} Scope: {each.scope or 'any'}.",
        "parameters": parameters,
        "responses": {
            "200": {
                "description": "Found.",
                "headers": {"ETag": {"schema": {"type": "string"}}},
                "content": {"application/json": {"schema": {"$ref": REFS.format(model=each.gives.__name__)}}},
            },
            "304": {"description": "What If-None-Match names is still so."},
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in sorted(refused)},
        },
    }
