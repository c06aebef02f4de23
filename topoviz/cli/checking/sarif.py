"""A check as SARIF 2.1.0: what is not certain, and what a change means, each at its line of the new version."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final
from urllib.parse import quote

from topoviz.cli.checking.report import Checked, Report
from topoviz.cli.messages import next_step_text
from topoviz.cli.version import own_version
from topoviz.engine.changes.finding import Level
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.results import Analysis
from topoviz.rendering.changes.words import level_named, what_changes
from topoviz.rendering.wire import place_to_json

Json = dict[str, Any]

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: Final = {
    Severity.REFUSED: "error", Severity.UNREADABLE: "error", Severity.UNSURE: "warning", Severity.NOTE: "note",
}  # fmt: skip
ROOT: Final = "%SRCROOT%"
"""What forges take for the top of the repository."""
_TROUBLE: Final = "not-checked"


def to_sarif(report: Report) -> str:
    """Write it; files are named from the top of the repository."""
    results = list(_results(report))
    rules = list(dict.fromkeys(one["ruleId"] for one in results))
    for one in results:
        one["ruleIndex"] = rules.index(one["ruleId"])
    run = {
        "tool": {
            "driver": {
                "name": "topoviz",
                "version": own_version(),
                "rules": [_rule(one) for one in rules],
            }
        },
        "invocations": [{"executionSuccessful": not report.trouble, "exitCode": report.code, **_said(report)}],
        # Columns count characters, as people do.
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The top of the repository."}}},
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _said(report: Report) -> Json:
    if not report.trouble:
        return {}
    told = {"level": "error", "message": {"text": report.trouble}, "descriptor": {"id": _TROUBLE}}
    return {"toolExecutionNotifications": [told]}


def _results(report: Report) -> Iterator[Json]:
    if report.analysis is None:
        return
    for diagnostic in report.diagnostics:
        yield _of_diagnostic(diagnostic, report.analysis)
    for one in report.checked:
        yield from _of_change(one, report)


def _of_diagnostic(one: Diagnostic, analysis: Analysis) -> Json:
    text = " ".join(part for part in (one.reason, one.effect, next_step_text(one)) if part)
    place = None if one.span is None else place_to_json(one.span, analysis.submission.bundle)
    return _result(one.code, _LEVELS[one.severity], text, place or _beginning(analysis))


def _of_change(one: Checked, report: Report) -> Iterator[Json]:
    if one.reported is None or report.analysis is None:
        return
    document = one.reported.document
    made = one.topology.made_at
    usual = None if made is None else place_to_json(made.span, report.analysis.submission.bundle)
    at = {thing["new"]: thing["new_at"] for thing in reversed(document["things"]) if thing["new_at"] is not None}
    for finding in document["findings"]:
        place = next((at[name] for name in finding["new"] if name in at), None) or usual
        sentences = (what_changes(finding), finding["effect"], finding["way_out"])
        text = " ".join(part for part in sentences if part)
        level = _level(level_named(finding["level"]), report)
        yield _result(finding["code"], level, text, place or _beginning(report.analysis))


def _level(level: Level, report: Report) -> str:
    if report.fails_from is not None and level >= report.fails_from:
        return "error"
    return "warning" if level >= Level.STOP_ALL else "note"


def _result(code: str, level: str, text: str, place: Json) -> Json:
    region = {"startLine": place["line"], "startColumn": place["column"]}
    if (place["end_line"], place["end_column"]) > (place["line"], place["column"]):
        region |= {"endLine": place["end_line"], "endColumn": place["end_column"]}
    uri = quote(place["file"])
    # Lines move when others are added above, so what makes a finding the same one does not count them.
    mark = sha256(json.dumps((code, uri, text)).encode()).hexdigest()[:32]
    location = {"artifactLocation": {"uri": uri, "uriBaseId": ROOT}, "region": region}
    return {
        "ruleId": code,
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {"topoviz/v1": mark},
    }


def _beginning(analysis: Analysis) -> Json:
    """Give the first line: a finding without a place has none that a forge would show."""
    file = analysis.submission.bundle.files[0].name
    return {"file": file, "line": 1, "column": 1, "end_line": 1, "end_column": 1}


def _rule(code: str) -> Json:
    return {"id": code, "name": _pascal(code), "shortDescription": {"text": _title(code)}}


def _title(code: str) -> str:
    words = code.replace("-", " ").replace("_", " ")
    return f"{words[:1].upper()}{words[1:]}."


def _pascal(code: str) -> str:
    return "".join(part.capitalize() for part in code.replace("_", "-").split("-"))
