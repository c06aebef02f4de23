"""The files that a check writes, each whole or not at all; in a job of GitHub also its summary and its outputs."""

from __future__ import annotations

import os
import tempfile
from argparse import Namespace
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from topoviz.cli.checking.report import Report
from topoviz.cli.failure import Failure
from topoviz.rendering.changes.words import level_of

SUMMARY: Final = "GITHUB_STEP_SUMMARY"
OUTPUTS: Final = "GITHUB_OUTPUT"


def _text_of(form: str, report: Report) -> str:
    """Write a form; what makes one is loaded where it is asked for, which a short check feels."""
    if form == "junit":
        from topoviz.cli.checking.junit import to_junit

        return to_junit(report)
    if form == "sarif":
        from topoviz.cli.checking.sarif import to_sarif

        return to_sarif(report)
    from topoviz.cli.checking.markdown import to_markdown

    return to_markdown(report)


def write_all(report: Report, options: Namespace, variables: Mapping[str, str]) -> None:
    """Write what the options and the job ask for; raises Failure for a file that cannot be written."""
    for form in ("markdown", "junit", "sarif"):
        if out := getattr(options, form):
            _write(Path(out), _text_of(form, report))
    if summary := variables.get(SUMMARY):
        _add(Path(summary), _text_of("markdown", report))
    if outputs := variables.get(OUTPUTS):
        _add(Path(outputs), "".join(f"{name}={_line(value)}\n" for name, value in _outputs(report).items()))


def _outputs(report: Report) -> dict[str, str]:
    worst = max(report.reported, key=lambda one: level_of(one.document), default=None)
    verdict = "not-compared" if worst is None else worst.document["verdict"]["level"]
    return {"verdict": verdict, "code": str(report.code), "revision": report.revision}


def _line(value: str) -> str:
    """Keep a value in its line: what came after it would be another output."""
    return " ".join(value.split())


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="\n") as file:
                file.write(text)
            # As other files are: a temporary one is its owner's alone.
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror or error}.") from error


def _add(path: Path, text: str) -> None:
    try:
        with path.open("a", encoding="utf-8", errors="replace") as file:
            file.write(text)
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror or error}.") from error
