"""What is said of the settings with which a program is built."""

import pytest

from tests.engine.analyzing import analysis_of

PROGRAM = """
class App {{
    public static void main(String[] args) {{
        Properties built = new Properties();
        Properties started = new Properties();
        {settings}
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("a").toStream().to("b");
        new KafkaStreams(builder.build({given}), started).start();
    }}
}}
"""
OPTIMIZE = '.put("topology.optimization", "all");'


@pytest.mark.parametrize(
    ("settings", "given", "is_told"),
    [
        (f"started{OPTIMIZE}", "", True),
        (f"started{OPTIMIZE}", "built", True),
        (f'started{OPTIMIZE} built.put("topology.optimization", "none");', "built", False),
        (f"started{OPTIMIZE}", "started", False),
        ('started.put("topology.optimization", "none");', "", False),
        (f"built{OPTIMIZE}", "", False),
    ],
)
def test_a_setting_that_only_kafka_streams_gets_is_told_at_the_build(settings, given, is_told):
    analysis = analysis_of(PROGRAM.format(settings=settings, given=given), optimize=None)
    notes = [one for one in analysis.diagnostics if one.code == "unused-optimization"]

    assert [analysis.submission.bundle.position_of(one.span)[1].line for one in notes] == [9] * is_told
    assert all("topology.optimization=all" in one.reason and "on line 9" in one.reason for one in notes)
    assert not analysis.is_unsure


def test_a_build_without_properties_is_pointed_at_and_not_the_builder():
    analysis = analysis_of(PROGRAM.format(settings="", given=""), optimize="all")
    (note,) = [one for one in analysis.diagnostics if one.code == "build-without-properties"]

    assert analysis.submission.bundle.position_of(note.span)[1].line == 9
