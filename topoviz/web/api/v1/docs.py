"""`/api/v1/docs/`: the API for people, made from its own description and without scripts."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from topoviz.rendering.forms.model import Form
from topoviz.web.api.v1.uploads import FORM
from topoviz.web.documents.problem_codes import ABOUT

MOST_VALUES = 12
"""A list of more possible values stands in the schema alone."""


@require_safe
def docs_page(request: HttpRequest) -> HttpResponse:
    """Show every address with what it takes and gives."""
    base = request.build_absolute_uri("/").rstrip("/")
    shapes = answer_shapes()
    return render(
        request,
        "api/docs.html",
        {"operations": operations(), "problems": ABOUT, "shapes": shapes, "forms": list(Form), "base": base},
    )


@cache
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema


@cache
def answer_shapes() -> list[dict[str, Any]]:
    """Give every object that answers hold, with its members, their types and what they mean."""
    return [
        {
            "name": name,
            "text": one.get("description", ""),
            "members": [
                {"name": member, "type": _type(shape), "text": shape.get("description", "")}
                for member, shape in one["properties"].items()
            ],
        }
        for name, one in _schema()["components"]["schemas"].items()
        if "properties" in one and not name.endswith("Request")
    ]


def _type(shape: dict[str, Any]) -> dict[str, str]:
    """Say of what type something is: in words, and with the name of an object if it is one."""
    for key in ("anyOf", "oneOf"):
        if key in shape:
            known = [_type(one) for one in shape[key] if one.get("type") != "null" and "NullEnum" not in str(one)]
            return {**known[0], "words": f"{known[0]['words']} or null".strip()} if known else {"words": "null"}
    if "items" in shape:
        inner = _type(shape["items"])
        return {**inner, "words": f"list of {inner['words']}".strip()}
    if "$ref" not in shape:
        kind = shape.get("type", "list" if "prefixItems" in shape else "object")
        return {"words": " or ".join(kind) if isinstance(kind, list) else kind}
    name = shape["$ref"].rpartition("/")[2]
    resolved = _schema()["components"]["schemas"][name]
    if "enum" not in resolved:
        return {"words": "", "name": name}
    values = [str(one) for one in resolved["enum"]]
    return {"words": ", ".join(values) if len(values) <= MOST_VALUES else "string"}


@cache
def operations() -> list[dict[str, Any]]:
    """Give every operation of the description in a form that a template can walk through."""
    schema = _schema()
    return [
        {
            "id": operation["operationId"],
            "method": method.upper(),
            "path": path,
            "description": operation.get("description", ""),
            "parameters": [{**one, "type": _type(one["schema"])["words"]} for one in operation.get("parameters", [])],
            "body": _body(operation, schema),
            "answers": [_answer(status, answer) for status, answer in operation["responses"].items()],
        }
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def _answer(status: str, answer: dict[str, Any]) -> dict[str, Any]:
    contents: dict[str, Any] = answer.get("content", {})
    types = [_type(content["schema"]) for content in contents.values()]
    return {
        "status": "4xx, 5xx" if status == "default" else status,
        "types": ", ".join(contents),
        "text": answer["description"],
        "of": next((one for one in types if "name" in one), None),
    }


def _body(operation: dict[str, Any], schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Give the members of a body and the parts of a form, those of objects in it with their place."""
    contents: dict[str, Any] = operation.get("requestBody", {}).get("content", {})
    return [
        {**member, "where": "form" if kind == FORM else "body"}
        for kind, content in contents.items()
        for member in _members(content["schema"], schema, "")
    ]


def _members(shape: dict[str, Any], schema: dict[str, Any], place: str) -> list[dict[str, Any]]:
    whole = _resolve(shape, schema)
    found: list[dict[str, Any]] = []
    for name, member in whole.get("properties", {}).items():
        inner = _resolve(member, schema)
        items = _resolve(inner["items"], schema) if "items" in inner else {}
        here = f"{place}{name}" + ("[]" if items else "")
        found.append({
            "name": here,
            "type": _type(inner)["words"] or "object",
            "is_required": name in whole.get("required", ()),
            "default": member.get("default"),
            "text": inner.get("description", ""),
        })  # fmt: skip
        found.extend(_members(items or inner, schema, f"{here}."))
    return found


def _resolve(shape: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Follow a reference; one level is all there is."""
    reference = shape.get("$ref") or next((part["$ref"] for part in shape.get("allOf", ()) if "$ref" in part), None)
    if reference is None:
        return shape
    resolved: dict[str, Any] = schema["components"]["schemas"][reference.rpartition("/")[2]]
    return resolved
