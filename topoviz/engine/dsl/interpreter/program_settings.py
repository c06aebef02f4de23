"""The settings with which a program starts its topology, as far as its text and its configuration files say them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import PropertiesValue, TopologyValue
from topoviz.engine.dsl.values import Constant, Opaque, Unknown, Value, text_of
from topoviz.engine.source import Span

_CLASS: Final = "Class:"


@dataclass(frozen=True, slots=True)
class ProgramSetting:
    """A setting of a program: its text, None where nobody knows it, and `doubt` where it may be another.

    Without a line, only the file is known in which the program starts; without a file, it was set beside the program.
    """

    name: str
    text: str | None
    doubt: str = ""
    file: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class ProgramSettings:
    """All settings that a topology is started with, by name; `is_all` is false where there may be more."""

    settings: Mapping[str, ProgramSetting] = field(default_factory=dict)
    is_all: bool = True


def program_settings(world: World, topology: TopologyValue) -> ProgramSettings | None:
    """Give the settings that KafkaStreams gets, else those of build(); None where the program shows neither."""
    properties = topology.started_with or topology.properties
    if properties is None:
        return ProgramSettings(is_all=False) if topology.built_with_properties else None
    start = topology.started_at if topology.started_with is not None else topology.built_at
    found = {
        name: _setting(world, properties, name, value, None if start is None else start.span)
        for name, value in properties.entries.items()
    }
    return ProgramSettings(found, properties.is_exact)


def _setting(world: World, properties: PropertiesValue, name: str, value: Value, start: Span | None) -> ProgramSetting:
    text, doubt = _read(value)
    if name in world.set_values:
        return ProgramSetting(name, text, doubt)
    span = properties.place_of(name) or start
    if span is None:
        return ProgramSetting(name, text, doubt)
    file, position = world.bundle.position_of(span)
    return ProgramSetting(name, text, doubt, file, position.line)


def _read(value: Value) -> tuple[str | None, str]:
    """Give the text of a value, as far as it is known, and why it may be another."""
    match value:
        case Constant():
            return text_of(value), ""
        case Unknown(likely=likely, reason=reason):
            return likely, reason
        case Opaque(type_name=name) if name.startswith(_CLASS):
            return name.removeprefix(_CLASS), ""
        case _:
            return None, "It is put together in a way that the text does not determine."
