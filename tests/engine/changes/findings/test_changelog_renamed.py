"""A store under another name: who named it, and what brings the name back."""

import pytest

from tests.engine.changes.findings.stores import certain

JOIN = 'builder.stream("a").join(builder.stream("b"), j, JoinWindows.of(Duration.ofMinutes(5)), {});'
NAMED, OTHER, UNNAMED = (JOIN.format(of) for of in ('StreamJoined.as("j")', 'StreamJoined.as("k")', "joined"))


@pytest.mark.parametrize(
    ("old", "new", "why", "way_out"),
    [
        (NAMED, OTHER, "is called `k-this-join-store` now.", 'Keep the name, with `StreamJoined.as("j")`'),
        (NAMED, UNNAMED, "The program does not name it any more", 'Keep the name, with `StreamJoined.as("j")`'),
        (UNNAMED, OTHER, "is called `k-this-join-store` now.", "Leave the name out, if nothing else changes"),
        (UNNAMED, f'builder.stream("x").to("y"); {UNNAMED}', "Kafka Streams numbers the names", "No name that may"),
    ],
)
def test_numbers_are_blamed_only_where_they_moved(old, new, why, way_out):
    finding = certain("changelog-renamed", old, new)

    assert why in finding.sentence
    assert finding.sentence.endswith("now.") == why.endswith("now.")
    assert finding.way_out.startswith(way_out)
