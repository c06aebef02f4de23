"""Read the configuration files of a bundle; their names say how, and in which profile they hold.

Spring Boot: StandardConfigDataLocationResolver, OriginTrackedPropertiesLoader, OriginTrackedYamlLoader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import SourceFile, Span
from topoviz.engine.syntax.configuration.properties_text import read_properties
from topoviz.engine.syntax.configuration.settings import Setting, Unreadable

MOST_BYTES: Final = 500_000
"""More than anybody writes by hand; reading it would take seconds."""

_NAME: Final = re.compile(r"(?:.*[/\\])?([^/\\]+)\.(properties|ya?ml)\Z", re.IGNORECASE)
_OF_PROFILE: Final = re.compile(r"(?:application|bootstrap)-(.+)")
_IN_KEY: Final = re.compile(r"%([\w,-]+)\.")
_ACTIVATION: Final = ("spring.config.activate.on-profile", "spring.profiles")


def read_configuration(file: SourceFile, file_id: int, name: str) -> tuple[tuple[Setting, ...], tuple[Diagnostic, ...]]:
    """Read all settings of a file as one of a name; what cannot be read is in the diagnostics."""
    named = _NAME.match(name)
    assert named is not None
    if len(file.data) > MOST_BYTES:
        return (), (_not_read(Span(file_id, 0, 0), f"The file has more than {MOST_BYTES:,} bytes."),)
    of_profile = _OF_PROFILE.fullmatch(named[1])
    read = _reader(named[2].lower())
    found: list[Setting] = []
    diagnostics: list[Diagnostic] = []
    try:
        for document in read(file.data, file_id):
            found.extend(_with_profiles(document, of_profile[1] if of_profile else ""))
    except Unreadable as error:
        diagnostics.append(_not_read(Span(file_id, error.offset, error.offset), str(error)))
    return tuple(found), tuple(diagnostics)


def _reader(kind: str) -> Callable[[bytes, int], Iterator[list[Setting]]]:
    if kind == "properties":
        return read_properties
    # Loaded when the first file of YAML is read.
    from topoviz.engine.syntax.configuration.yaml_text import read_yaml

    return read_yaml


def _with_profiles(document: list[Setting], of_file: str) -> Iterator[Setting]:
    """Say of each setting in which profile it holds: that of its file, its document or its own key."""
    activation = next((one.value for one in document if one.key.partition("[")[0] in _ACTIVATION and one.value), "")
    for setting in document:
        in_key = _IN_KEY.match(setting.key)
        if in_key is not None:
            yield replace(setting, key=setting.key[in_key.end() :], profile=f"%{in_key[1]}")
        else:
            yield replace(setting, profile=of_file or activation)


def _not_read(span: Span, reason: str) -> Diagnostic:
    return Diagnostic(
        Severity.UNSURE,
        "configuration",
        reason,
        "What it sets from there on is not known.",
        span,
        "Mend it, or say what the values are.",
    )
