"""The sources of Kafka's releases, and what of their code decides about something."""

from __future__ import annotations

import re
import subprocess
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.oracle.class_path import cache_directory
from tests.oracle.history import copy_pom
from tests.oracle.versions import version_triple
from topoviz.engine.versions import NOT_HELD

_COMMENT_OR_TEXT: Final = re.compile(r'("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\')|//[^\n]*|/\*.*?\*/', re.DOTALL)

Artifacts = Callable[[str], Sequence[str]]
"""Names the jars of a release in which code decides."""


def deciding_codes(
    releases: Sequence[str], artifacts: Artifacts, decides: Callable[[str], bool]
) -> dict[str, dict[str, str]]:
    """Give for each release the code that decides, by file; a release without sources on Maven Central has none."""
    folder = bring_sources(releases, artifacts)
    return {release: _deciding_code(folder, release, artifacts(release), decides) for release in releases}


def held_by(codes: Mapping[str, Mapping[str, str]], recorded: Sequence[str]) -> dict[str, str]:
    """Give for each release a recorded one of its line with equal code; itself where it is recorded.

    `codes` has the code of each release by file; a release without sources has none, and equals no other.
    """
    held: dict[str, str] = {}
    for release, code in codes.items():
        line = [one for one in recorded if version_triple(one)[:2] == version_triple(release)[:2]]
        equal = [one for one in line if code and codes.get(one) == code]
        held[release] = release if release in recorded else (equal or [NOT_HELD])[-1]
    return held


def bare_code(text: str) -> str:
    """Give Java without comments, imports and the layout of its lines."""
    code = _COMMENT_OR_TEXT.sub(lambda found: found[1] or " ", text)
    return " ".join(re.sub(r"^\s*import [^;]*;", " ", code, flags=re.MULTILINE).split())


def _deciding_code(
    folder: Path, release: str, artifacts: Sequence[str], decides: Callable[[str], bool]
) -> dict[str, str]:
    found: dict[str, str] = {}
    for artifact in artifacts:
        jar = _jar(folder, artifact, release)
        if not jar.exists():
            return {}
        with zipfile.ZipFile(jar) as sources:
            for path in filter(decides, sources.namelist()):
                found[path] = bare_code(sources.read(path).decode())
    return found


def bring_sources(releases: Sequence[str], artifacts: Artifacts) -> Path:
    """Copy the sources of releases from Maven Central and give their folder; some are not there: no failure."""
    folder = cache_directory() / "sources"
    for release in releases:
        _bring(release, artifacts(release), folder)
    return folder


def _bring(release: str, artifacts: Sequence[str], folder: Path) -> None:
    """Copy the sources of a release into a folder; those of some are not on Maven Central, which is no failure."""
    missing = [artifact for artifact in artifacts if not _jar(folder, artifact, release).exists()]
    if missing:
        folder.mkdir(parents=True, exist_ok=True)
        items = [(artifact, release, "sources") for artifact in missing]
        (folder / "pom.xml").write_text(copy_pom(items), encoding="utf-8")
        subprocess.run(["mvn", "-q", "-B", "dependency:copy"], cwd=folder, check=False, stdout=subprocess.DEVNULL)


def _jar(folder: Path, artifact: str, release: str) -> Path:
    return folder / f"{artifact}-{release}-sources.jar"
