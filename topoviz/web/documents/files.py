"""Files over HTTP: under a name that says what is inside, and so that no browser runs anything in them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import content_disposition_header, parse_etags

from topoviz.engine.source import says_nothing
from topoviz.rendering.forms.file_names import file_name, program_name
from topoviz.web.documents.problems import NotFound, Problem

SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"
SVG_TYPE = "image/svg+xml"
KEPT = ("ETag", "Content-Security-Policy")


def named(result: dict[str, Any], topology: int, what: str, ending: str) -> str:
    """Name a file with something of one topology of a result."""
    files = [file["name"] for file in result["files"]]
    return file_name(program_name(own_name(result["topologies"][topology], files), files), what, ending)


def own_name(topology: dict[str, Any], files: Sequence[str]) -> str | None:
    """Give the name of a topology of a result, if it has one; results of before do not say that it has none.

    Of what was pasted the topic that it reads first says more than the name of the file.
    """
    if topology.get("is_named", True):
        return str(topology["name"])
    if not says_nothing(next(iter(files), "")) or topology["topology"] is None:
        return None
    runtime = topology["topology"]
    aside = {node for group in runtime["sub_topologies"] if group["is_global"] for node in group["nodes"]}
    topics = [one for one in runtime.get("named_topics", []) if one["readers"] and not one["is_repartition"]]
    first = min(topics, key=lambda one: aside.issuperset(one["readers"]), default=None)
    return None if first is None else f"Reads {first['name']}"


def file_response(data: bytes, media_type: str, name: str, *, is_download: bool = False) -> HttpResponse:
    """Send a file, to be shown or to be kept; a picture can do nothing, wherever it is opened."""
    is_text = media_type.startswith("text/") or media_type == SVG_TYPE
    response = HttpResponse(data, content_type=f"{media_type}; charset=utf-8" if is_text else media_type)
    if media_type == SVG_TYPE:
        response.headers["Content-Security-Policy"] = SVG_POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Content-Disposition"] = content_disposition_header(is_download, name) or "inline"
    response.headers["ETag"] = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    return response


def unless_known(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Send nothing again that the reader has already.

    A browser replaces the headers that it kept by those of this answer; with the policy of pages, a picture would lose
    its colours and its letters.
    """
    etag = response.headers.get("ETag")
    if etag and etag in parse_etags(request.headers.get("If-None-Match", "")):
        kept = {name: response.headers[name] for name in KEPT if name in response.headers}
        return HttpResponseNotModified(headers=kept)
    return response


def describe_file(result: dict[str, Any], topology: int, *, is_download: bool = False) -> HttpResponse:
    """Give what Topology.describe() prints; raises Problem where there is no topology."""
    shown = _chosen(result, topology)
    if shown["describe"] is None:
        raise Problem(
            422,
            "no-topology",
            shown["refusal"]["message"] if shown["refusal"] else "There is no topology to describe.",
            "Correct the program, or choose another version of Kafka Streams.",
        )
    name = named(result, topology, "describe", "txt")
    return file_response(shown["describe"]["text"].encode(), "text/plain", name, is_download=is_download)


def result_file(result: dict[str, Any], topology: int | None, *, is_download: bool = False) -> HttpResponse:
    """Give the whole result, or that of one topology alone; raises NotFound."""
    shown = result if topology is None else {**result, "topologies": [_chosen(result, topology)]}
    name = named(result, topology or 0, "analysis", "json") if result["topologies"] else "analysis.json"
    data = json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode()
    return file_response(data, "application/json", name, is_download=is_download)


def _chosen(result: dict[str, Any], topology: int) -> dict[str, Any]:
    topologies: list[dict[str, Any]] = result["topologies"]
    if topology >= len(topologies):
        raise NotFound
    return topologies[topology]
