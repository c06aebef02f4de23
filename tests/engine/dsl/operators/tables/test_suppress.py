"""What suppress() makes of a Suppressed, known or not."""

import pytest

from tests.engine.analyzing import NEW, analysis_of, codes, described, topology_of
from topoviz.engine.topology.internal_topics import changelog_topics

TABLE = 'KTable<String, String> a = builder.table("a", Materialized.as("s"));\n'


def changelogs(buffer: str, version: str = NEW) -> list[str]:
    program = f"{TABLE}a.suppress(Suppressed.untilTimeLimit(Duration.ZERO, {buffer}));"
    return [one.store for one in changelog_topics(topology_of(program, version=version).topology)]


@pytest.mark.parametrize("version", ["2.6.3", "2.8.2", "3.0.2", NEW])
@pytest.mark.parametrize(
    ("buffer", "is_logged"),
    [
        ("unbounded()", True),
        ("unbounded().withLoggingDisabled()", False),
        ("unbounded().withLoggingDisabled().withMaxBytes(1)", True),
        ("unbounded().withLoggingDisabled().emitEarlyWhenFull()", True),
        ("maxRecords(1).withLoggingDisabled()", False),
        ("maxRecords(1).withLoggingDisabled().withMaxBytes(1)", False),
        ("maxRecords(1).withLoggingDisabled().shutDownWhenFull()", True),
        ("maxBytes(1).withLoggingDisabled().withLoggingEnabled(Map.of())", True),
    ],
)
def test_a_buffer_forgets_that_logging_is_off_except_from_eager_to_eager(buffer: str, is_logged: bool, version: str):
    found = changelogs(f"Suppressed.BufferConfig.{buffer}", version)

    assert found == (["s", "KTABLE-SUPPRESS-STATE-STORE-0000000003"] if is_logged else ["s"])


def test_a_suppressed_from_outside_is_told_and_numbers_behind_it_are_unsure():
    analysis = analysis_of(TABLE + 'a.suppress(held).toStream().to("x");')

    assert "unknown-options" in codes(analysis)
    assert "KTABLE-SUPPRESS-0000000002?" in described(analysis)


def test_an_unknown_name_is_shown_by_its_key():
    suppressed = "Suppressed.<String>untilTimeLimit(Duration.ZERO, Suppressed.BufferConfig.unbounded())"
    analysis = analysis_of(f"{TABLE}a.suppress({suppressed}.withName(name));")

    assert "Processor: ${name}? (stores: [${name}-store?])" in described(analysis)


def test_a_buffer_from_outside_makes_the_suppressed_unknown():
    analysis = analysis_of(TABLE + "a.suppress(Suppressed.untilTimeLimit(Duration.ZERO, buffer));")

    assert "unknown-options" in codes(analysis)
    assert analysis.is_unsure
