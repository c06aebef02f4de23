"""What `topoviz/explained-log@1` looks like, member by member. Members are only ever added."""

from __future__ import annotations

from typing import Annotated as Is
from typing import TypedDict


class LineValue(TypedDict):
    """What stands in a line where Kafka's source has a value."""

    name: Is[str, "What the source has there."]
    value: Is[str, "What stands there."]


class PrintedBy(
    TypedDict(
        "PrintedBy", {"class": Is[str, "The class that prints it, or that throws the exception, with its package."]}
    )
):
    """A place in Kafka's source that prints a line."""

    logger: Is[str, "The logger that stands before it in a log."]
    method: Is[str, "The method of the class."]
    level: Is[str | None, "Its level, such as INFO; null for the message of an exception."]
    exception: Is[str | None, "The exception that it is the message of; null for a line of a logger."]
    releases: Is[str, "The releases that have it, as spans: 2.1.0-2.5.1 3.0.0- goes on to the newest one."]
    template: Is[str, "Its text, with the names of values in braces."]
    values: Is[list[LineValue], "The values, in their order."]


class ExplainedException(TypedDict):
    """What becomes of an exception that a line names."""

    exception: Is[str, "Its simple name."]
    becomes: Is[str, "The exception that it becomes, in words where it becomes none."]
    releases: Is[str, "The releases in which it does, as spans."]
    where: Is[str, "Where that happens."]
    follows: Is[str, "What follows."]
    help: Is[str, "What helps; empty where there is nothing to do."]


class LineEvent(TypedDict):
    """An event of a simulation; beside these it has the members of its kind."""

    number: Is[int, "Its place in the trace, from 0."]
    at_ms: Is[float, "When it was, in milliseconds since the beginning."]
    event: Is[str, "Its kind, such as processed or waits."]
    thread: Is[str, "The thread or the client that it is of; empty for what is of a broker."]
    sentence: Is[str, "What it is and why, in a sentence."]


class LineEvents(TypedDict):
    """The events of a simulation that a line belongs to."""

    count: Is[int, "How many there are among those that were looked at."]
    first: Is[list[LineEvent], "The first of them, at most 20."]


class ExplainedLine(TypedDict):
    """A line that Kafka Streams or one of its clients prints, or that names an exception of theirs."""

    line: Is[int, "Its number in the text, from 1."]
    text: Is[str, "The line."]
    printed_by: Is[list[PrintedBy], "What may have printed it; empty where it only names an exception."]
    is_of_version: Is[
        bool | None, "Whether the version prints it; null without a version, and where it only names an exception."
    ]
    says: Is[dict[str, str], "What Kafka's prefix says: thread, task, client, group and others."]
    meaning: Is[str | None, "What it means; null where nothing is known but what prints it."]
    look: Is[str | None, "Where to look and what to do; null where there is nothing to do."]
    events: Is[list[str], "The kinds of events of a simulation that it belongs to."]
    exceptions: Is[list[ExplainedException], "What becomes of the exceptions that it names."]
    in_simulation: Is[
        LineEvents | None, "The events that it belongs to; null without a simulation, and where it stands for no event."
    ]


class UnknownLine(TypedDict):
    """A line that neither Kafka Streams nor its clients print, as far as is known."""

    line: Is[int, "Its number in the text, from 1."]
    text: Is[str, "The line."]


class ExplainedLog(TypedDict):
    """What lines of a log say."""

    schema: Is[str, "topoviz/explained-log@1."]
    kafka_version: Is[str | None, "The version that lines were explained by; null where none is known."]
    fits: Is[str | None, "The releases that print most of the lines, as spans; null with a version."]
    is_cut: Is[bool, "Whether the text has more lines than are explained."]
    lines: Is[list[ExplainedLine], "The lines that are known, in their order."]
    not_known: Is[list[UnknownLine], "The other lines."]
    goes_on_after: Is[
        int | None, "What `after` takes to look at more events of the simulation; null where all were looked at."
    ]
