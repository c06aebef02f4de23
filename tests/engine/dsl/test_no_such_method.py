"""A method that Kafka does not have is told with the class that has it, and the line that may be lost."""

import pytest

from tests.engine.analyzing import analysis_of


@pytest.mark.parametrize(
    ("call", "reason", "next_step"),
    [
        (
            'builder.stream("a").count();',
            "Kafka's KStream has no `count`; it stands on KGroupedStream.",
            "Look whether a line such as `.groupByKey()` is lost above it.",
        ),
        (
            'builder.table("a").to("b");',
            "Kafka's KTable has no `to`; it stands on KStream.",
            "Look whether a line such as `.toStream()` is lost above it.",
        ),
        (
            'builder.stream("a").groupByKey().to("b");',
            "Kafka's KGroupedStream has no `to`; it stands on KStream.",
            "Look whether lines such as `.count().toStream()` are lost above it.",
        ),
        (
            'builder.stream("a").mapValue(v -> v);',
            "Kafka's KStream has no `mapValue`.",
            "Look whether `mapValues` is meant. If it is a function of your own, paste its code too.",
        ),
        (
            'builder.stream("a").zebra();',
            "Kafka's KStream has no `zebra`.",
            "If it is a function of your own, paste its code too.",
        ),
    ],
)
def test_it_says_which_class_has_it(call, reason, next_step):
    (told,) = [one for one in analysis_of(call).diagnostics if one.code == "no-such-method"]

    assert (told.reason, told.next_step) == (reason, next_step)
