"""Which logger prints a line: that of its class, unless the class logs with another one's."""

from __future__ import annotations

from typing import Final

from topoviz.engine.log_lines.table import Line, Releases
from topoviz.engine.versions import KafkaVersion

_OTHERS: Final = tuple(
    (of, logger, Releases.read(releases))
    for of, logger, releases in (
        ("AbstractCoordinator", "ConsumerCoordinator", "3.0.0-"),
        ("AbstractTask", "StreamTask", "2.1.0-"),
        ("AssignedTasks", "AssignedStreamsTasks", "2.1.0-2.5.1"),
        ("StateManagerUtil", "StreamTask", "2.6.0-"),
        ("ActiveTaskCreator", "StreamThread", "2.6.0-4.1.2"),
        ("StandbyTaskCreator", "StreamThread", "2.6.0-4.1.2"),
        ("StreamsRebalanceListener", "StreamThread", "2.4.0-"),
        ("DefaultStreamsRebalanceListener", "StreamThread", "4.1.0-"),
        ("AbstractKStreamTimeWindowAggregateProcessor", "KStreamWindowAggregate", "3.3.0-"),
    )
)
"""By simple names: a class whose subclass names the logger, or that is given one."""


def logger_of(line: Line, version: KafkaVersion | None = None) -> str:
    """Give the full name of the logger; without a version, that of the latest releases which have the line."""
    package, _, name = line.of.rpartition(".")
    for of, logger, releases in _OTHERS:
        if of == name and (version in releases if version is not None else releases.last >= line.releases.last):
            return f"{package}.{logger}"
    return line.of


def may_be_logged_by(line: Line, text: str) -> bool:
    """Tell whether a text names a logger, by its simple name, that prints the line in some release."""
    name = line.of.rpartition(".")[2]
    return name in text or any(of == name and logger in text for of, logger, _ in _OTHERS)
