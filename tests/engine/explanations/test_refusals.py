"""The plain words for what a program is refused for."""

import pytest

from tests.engine.analyzing import topology_of
from topoviz.engine.explanations.refusals import MEANINGS, refusal_in_short
from topoviz.engine.refusal import Why


def test_every_code_has_a_meaning_and_a_way_out():
    assert set(MEANINGS) == set(Why)
    assert all(known.meaning and known.advice for known in MEANINGS.values())


@pytest.mark.parametrize(
    ("text", "code", "name"),
    [
        ('builder.table("a"); builder.table("a");', Why.DUPLICATE_TOPIC, "a"),
        # Words that look like Kafka's or Java's own prove nothing: what counts is who throws them.
        ('throw new UnsupportedOperationException("remove");', Why.THROWN_BY_PROGRAM, ""),
        ('throw new NumberFormatException("x");', Why.THROWN_BY_PROGRAM, ""),
        ('throw new TopologyException("StateStore s is already added.");', Why.THROWN_BY_PROGRAM, ""),
        ('List.of("a").add("b");', Why.FIXED_COLLECTION, ""),
        ('builder.stream("a" + Integer.parseInt("x"));', Why.NOT_READABLE, ""),
        ('new StreamsConfig(Map.of("application.id", "x"));', Why.SETTING_MISSING, "bootstrap.servers"),
        (
            'new StreamsConfig(Map.of("application.id", "x", "bootstrap.servers", "y", "num.stream.threads", "z"));',
            Why.ILLEGAL_SETTING,
            "num.stream.threads",
        ),
        ("KStreamBuilder old = new KStreamBuilder();", Why.CLASS_REMOVED, ""),
        (
            'builder.table("t-repartition"); builder.table("t-repartition");',
            Why.DUPLICATE_TOPIC,  # it is the user's own, whatever it is called
            "t-repartition",
        ),
    ],
)
def test_a_refusal_says_what_for_and_about_what(text, code, name):
    refusal = topology_of(f'{text}\nbuilder.stream("last");').refusal

    assert (refusal.code, refusal.name) == (code, name)
    if name:
        assert f"`{name}`" in refusal_in_short(refusal)
