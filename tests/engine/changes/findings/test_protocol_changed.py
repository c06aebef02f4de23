"""The group of the other protocol has to be empty; a streams group takes any topology then, and some things never."""

import pytest

from tests.engine.analyzing import analysis_of
from tests.engine.changes.findings.stores import COUNTED
from tests.engine.changes.test_compare import BUILDER, side
from topoviz.engine.changes.compare import Change, compare
from topoviz.engine.changes.deployed import Asked, deployed
from topoviz.engine.changes.deployment import Deployment, Protocol
from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.migration.plan import migration_of
from topoviz.engine.changes.migration.step import StepKind
from topoviz.engine.changes.side import Side

LATEST = "4.3.1"
OLD = COUNTED.format('Materialized.as("n")')
OTHER = COUNTED.format('Materialized.as("n")') + ' builder.stream("b").to("c");'


def change(old: str, new: str, before: Protocol, now: Protocol) -> Change:
    return compare(
        side(old, version=LATEST), side(new, version=LATEST), Deployment("shop", protocol=now, protocol_before=before)
    )


def codes(found: Change) -> dict[str, Level]:
    return {one.code: one.level for one in found.findings}


@pytest.mark.parametrize(
    ("before", "now", "tool"),
    [
        (Protocol.CLASSIC, Protocol.STREAMS, "kafka-consumer-groups.sh"),
        (Protocol.STREAMS, Protocol.CLASSIC, "kafka-streams-groups.sh"),
    ],
)
def test_all_are_stopped_and_the_group_is_looked_at_with_the_tool_of_its_kind(before, now, tool):
    found = change(OLD, OLD, before, now)

    assert codes(found) == {"protocol-changed": Level.STOP_ALL}
    (stop,) = [one for one in migration_of(found).steps if one.kind is StepKind.STOP]
    assert stop.commands[0].startswith(tool)


def test_a_group_that_becomes_a_streams_group_takes_any_topology():
    assert "streams-group-refuses" in codes(change(OLD, OTHER, Protocol.STREAMS, Protocol.STREAMS))
    assert "streams-group-refuses" not in codes(change(OLD, OTHER, Protocol.CLASSIC, Protocol.STREAMS))
    assert "streams-group-refuses" not in codes(change(OLD, OTHER, Protocol.STREAMS, Protocol.CLASSIC))


def test_a_streams_group_takes_no_pattern():
    pattern = 'builder.stream(java.util.regex.Pattern.compile("shop-.*")).to("c");'

    found = change(pattern, pattern, Protocol.CLASSIC, Protocol.STREAMS)

    assert codes(found)["streams-group-lacks"] is Level.WILL_NOT_START
    assert codes(change(pattern, pattern, Protocol.STREAMS, Protocol.CLASSIC)) == {"protocol-changed": Level.STOP_ALL}


def started(setting: str) -> Side:
    """Give a program that shows all its settings."""
    analysis = analysis_of(
        f"class Shop {{ void run() {{ {BUILDER} {OLD}\nProperties props = new Properties();\n"
        f'props.put("application.id", "shop");\n{setting}\nnew KafkaStreams(builder.build(), props).start(); }} }}',
        version=LATEST,
    )
    (topology,) = analysis.topologies
    return Side(topology, analysis.behaviours, analysis.submission.bundle)


def test_what_a_program_that_shows_all_its_settings_does_not_set_is_the_default():
    classic, streams = started(""), started('props.put("group.protocol", "streams");')

    there, back = deployed(classic, streams, Asked()), deployed(streams, classic, Asked())

    assert (there.protocol_before, there.protocol) == (Protocol.CLASSIC, Protocol.STREAMS)
    assert (back.protocol_before, back.protocol) == (Protocol.STREAMS, Protocol.CLASSIC)
    # Who says one protocol says it of both versions.
    assert not deployed(classic, classic, Asked(protocol=Protocol.STREAMS)).changes_protocol


def test_static_members_are_refused_by_a_streams_group():
    static = started('props.put("group.instance.id", "one"); props.put("group.protocol", "streams");')

    found = compare(started(""), static, deployed(started(""), static, Asked()))

    assert codes(found) == {"protocol-changed": Level.STOP_ALL, "streams-group-lacks": Level.WILL_NOT_START}


@pytest.mark.parametrize(
    ("version", "code", "level"),
    [
        ("3.9.2", "streams-group-unknown", Level.WILL_NOT_START),
        ("2.8.2", "streams-group-ignored", Level.COMPATIBLE),
    ],
)
def test_a_version_without_streams_groups_refuses_the_setting_or_does_not_know_it(version, code, level):
    program = 'builder.stream("a").groupByKey().count(Materialized.as("n"));'
    old, new = (side(program, version=version) for _ in range(2))
    change = compare(old, new, Deployment("shop", protocol=Protocol.STREAMS, protocol_before=Protocol.CLASSIC))

    assert code in [one.code for one in change.findings]
    assert change.verdict.certain is level
