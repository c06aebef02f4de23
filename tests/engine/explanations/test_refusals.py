"""The plain words for Kafka's exceptions."""

import pytest

from topoviz.engine.explanations.refusals import KNOWN, find_known
from topoviz.engine.refusal import Refusal, topology_exception


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Topic a-repartition has already been registered by another source.", "duplicate-repartition-topic"),
        ("Topic a has already been registered by another source.", "duplicate-topic"),
        ("Topic a matches a Pattern already registered by another source.", "topic-matches-pattern"),
        ("Pattern a.* will match a topic that has already been registered by another source.", "topic-matches-pattern"),
        ("Processor a cannot be a predecessor of itself.", "processor-is-its-own-parent"),
        ("Processor a is already added.", "duplicate-processor"),
        ("Processor a-repartition-filter is already added.", "duplicate-repartition-name"),
        ("StateStore a is already added.", "duplicate-store"),
        ("A different StateStore has already been added with the name a", "duplicate-store"),
        ("A different GlobalStateStore has already been added with the name a", "duplicate-store"),
        ("StateStore a is not added yet.", "missing-store"),
        ("Processor a is not added yet.", "missing-parent"),
        ("Predecessor processor a is not added yet for b", "missing-parent"),
        ("Predecessor processor a is not added yet.", "missing-parent"),
        ("Processor a must have at least one parent", "no-parent"),
        ("Sink a cannot be used a parent.", "sink-as-parent"),
        ("Source store a is already added.", "source-store-twice"),
        ('Name cannot be "." or ".."', "illegal-name"),
        ("Name is illegal, it can't be empty", "illegal-name"),
    ],
)
def test_messages_find_their_explanation_and_the_name(words, expected):
    known, names = find_known(topology_exception(words))

    assert known is not None
    assert known.id == expected
    if "{name}" in known.meaning:
        assert names["name"].strip("`").startswith("a")
    if "{topic}" in known.meaning:
        assert names["topic"].strip("`").startswith("a")


@pytest.mark.parametrize(
    ("exception", "words", "expected"),
    [
        ("StreamsException", "Found a null keyChangingChild node for Optimizable…", "null-key-changing-child"),
        ("ConcurrentModificationException", "null", "optimizer-changed-map"),
        (
            "NullPointerException",
            'Cannot invoke "java.util.Collection.iterator()" because "c" is null',
            "two-merges",
        ),
        ("ConfigException", "Unrecognized config. Acceptable values are …", "illegal-optimization"),
        ("compiler", "KStream#x exists from Kafka Streams 9 on", "does-not-compile"),
    ],
)
def test_other_exceptions_find_theirs(exception, words, expected):
    known, _ = find_known(Refusal(exception, words))

    assert known is not None
    assert known.id == expected


def test_an_unknown_message_is_not_explained():
    assert find_known(Refusal("IllegalStateException", "something new"))[0] is None
    assert find_known(topology_exception("something new"))[0] is None


def test_meanings_ask_for_no_name_that_the_pattern_lacks():
    for known in KNOWN:
        told = known.meaning + known.advice
        assert ("{name}" not in told) or ("(?P<name>" in known.pattern or "(?P<other>" in known.pattern), known.id
        assert ("{topic}" not in told) or "(?P<topic>" in known.pattern, known.id


def test_ids_differ():
    assert len({known.id for known in KNOWN}) == len(KNOWN)
