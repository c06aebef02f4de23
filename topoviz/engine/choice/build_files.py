"""The version that the build files of a bundle bring, as one of those that are known here."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import Final

from topoviz.engine.choice.choice import ChosenBy, VersionChoice
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import Bundle
from topoviz.engine.syntax.build_files import Named, NotSaid, find_versions, is_build_file
from topoviz.engine.versions import NEWEST_PATCH, KafkaVersion, oldest_version

_VERSION: Final = re.compile(r"(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?(?P<rest>[.-][\w.-]+)?")
_CONFLUENT: Final = re.compile(r"-(ccs|ce)\b.*")
_LINES_OF_CONFLUENT: Final = {5: (2, 0), 6: (2, 6), 7: (3, 0), 8: (4, 0)}
"""The line of Apache Kafka that the first of each of Confluent's is built from; the next ones follow one by one."""


@dataclass(frozen=True, slots=True)
class Said:
    """What build files say: a version, or words why they say none; and what is doubtful about it."""

    choice: VersionChoice | None = None
    why_not: str = ""
    doubts: tuple[Diagnostic, ...] = ()


def choose_by_build_files(bundle: Bundle) -> Said:
    """Take the version of the build that the programs belong to."""
    builds = find_versions(bundle)
    choices: dict[str, tuple[VersionChoice, tuple[Diagnostic, ...]]] = {}
    for build in builds:
        chosen = _choice(build.found, bundle) if isinstance(build.found, Named) else None
        if chosen is not None:
            choices.setdefault(posixpath.dirname(build.path), chosen)
    if not choices:
        return Said(why_not=next((_why_not(build.found, bundle) for build in builds), ""))
    of_programs = _of_programs(choices, bundle)
    versions = {choice.version for choice, _ in of_programs}
    choice, doubts = max(of_programs, key=lambda one: one[0].version)
    if len(versions) > 1:
        doubts = (*doubts, _several(of_programs))
    return Said(choice, doubts=doubts)


def _of_programs(
    choices: dict[str, tuple[VersionChoice, tuple[Diagnostic, ...]]], bundle: Bundle
) -> list[tuple[VersionChoice, tuple[Diagnostic, ...]]]:
    """Give the choices of the builds in whose folders the programs lie; of all builds when they lie in none."""
    nearest: set[str] = set()
    for file in bundle.files:
        if is_build_file(file):
            continue
        path = file.name.replace("\\", "/")
        above = [folder for folder in choices if not folder or path.startswith(f"{folder}/")]
        nearest.update([max(above, key=len)] if above else [])
    return [choices[folder] for folder in sorted(nearest or choices)]


def _choice(named: Named, bundle: Bundle) -> tuple[VersionChoice, tuple[Diagnostic, ...]] | None:
    """Take a known version for one that is written; None for a range, which says none."""
    found = _VERSION.fullmatch(named.text)
    if found is None:
        return None
    file = bundle.files[named.span.file_id].name
    line, patch = (int(found[1]), int(found[2])), int(found[3] or 0)
    says = f"{named.by} brings" if named.by else f"{file} names"
    words = f"{says} it"
    if named.is_about:
        words = f"{named.by}, which is newer than what is known here, brings it or a patch of it"
    rest = found["rest"] or ""
    if _CONFLUENT.fullmatch(rest) and line[0] in _LINES_OF_CONFLUENT:
        first = _LINES_OF_CONFLUENT[line[0]]
        words = f"Confluent's {named.text} is built from Apache Kafka {first[0]}.{first[1] + line[1]}"
        line, patch = (first[0], first[1] + line[1]), min(patch, 1) * 1000
        rest = ""
    version, is_line_known = _known(line, patch)
    is_other = version.patch != patch and patch < 1000 and found[3]
    if rest or is_other or not is_line_known:
        words = f"{says} {named.text}, which is not known here; this is the nearest"
    if named.unless:
        words += f", unless {named.unless} says otherwise"
    choice = VersionChoice(version, ChosenBy.BUILD_FILE, words, named.span)
    return choice, () if is_line_known else (_unknown(named, version),)


def _known(line: tuple[int, int], patch: int) -> tuple[KafkaVersion, bool]:
    """Give the nearest version that is known, and whether it is of the same line."""
    if line in NEWEST_PATCH:
        return KafkaVersion(*line, min(patch, NEWEST_PATCH[line])), True
    older = [one for one in NEWEST_PATCH if one < line]
    return (KafkaVersion(*max(older), NEWEST_PATCH[max(older)]) if older else oldest_version()), False


def _why_not(found: Named | NotSaid, bundle: Bundle) -> str:
    file, position = bundle.position_of(found.span)
    reason = found.reason if isinstance(found, NotSaid) else f"{found.text} is no single version"
    return f"{file}:{position.line} does not say which: {reason}"


def _unknown(named: Named, version: KafkaVersion) -> Diagnostic:
    return Diagnostic(
        Severity.UNSURE,
        "unknown-version",
        f"The program is built with Kafka Streams {named.text}, which is not known here.",
        f"It is taken for {version}; what differs between them is not known.",
        named.span,
        "Choose the version that comes nearest.",
    )


def _several(choices: list[tuple[VersionChoice, tuple[Diagnostic, ...]]]) -> Diagnostic:
    versions = sorted({choice.version for choice, _ in choices})
    return Diagnostic(
        Severity.UNSURE,
        "several-versions",
        f"The build files bring several versions of Kafka Streams: {', '.join(map(str, versions))}.",
        f"All programs are shown as at {versions[-1]}.",
        choices[-1][0].span,
        "Give the programs of one build at a time, or choose a version.",
    )
