"""Rows that another serde wrote may not be readable; two expressions may give the same serde."""

import pytest

from tests.engine.changes.findings.stores import COUNTED, TABLE, certain, found
from topoviz.engine.changes.finding import Level

WITH = 'Consumed.with(Serdes.String(), {}), Materialized.as("t")'


def test_another_class_is_certain():
    old, new = (TABLE.format(WITH.format(serde)) for serde in ("Serdes.Long()", "new OrderSerde()"))
    finding = certain("serde-changed", old, new)

    assert finding.level is Level.STATE_LOSS
    assert (
        finding.sentence == "The values of the store `t` were written by `LongSerde` and are read by `OrderSerde` now."
    )


@pytest.mark.parametrize(
    ("new", "open_one"),
    [("serdes.orders()", "which serde `serdes.orders()` gives"), ("null", "which serde is the default one")],
)
def test_what_an_expression_gives_is_not_known(new, open_one):
    finding = found("serde-changed", TABLE.format(WITH.format("Serdes.Long()")), TABLE.format(WITH.format(new)))

    assert (finding.is_unsure, finding.rests_on) == (True, (open_one,))


def test_the_serde_of_a_count_is_the_same_whether_it_is_written_or_not():
    old, new = (COUNTED.format(f'Materialized.as("n"){more}') for more in ("", ".withValueSerde(Serdes.Long())"))

    assert found("serde-changed", old, new) is None


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("new JsonSerde<>(Order.class)", "new JsonSerde<>(Bill.class)"),
        ("new JsonSerde<Order>()", "new JsonSerde<Bill>()"),
        ("new JsonSerde<>(Order.class, mapper())", "new JsonSerde<>(Bill.class, mapper())"),
        ('new AvroSerde("orders", 1)', 'new AvroSerde("orders", 2)'),
    ],
)
def test_what_a_serde_is_made_of_may_be_another(before, now):
    finding = found("serde-changed", TABLE.format(WITH.format(before)), TABLE.format(WITH.format(now)))

    assert finding is not None
    assert finding.is_unsure
    (said,) = finding.rests_on
    assert said.startswith(f"whether `{now[4:].split('Serde')[0]}Serde(")
    assert found("serde-changed", TABLE.format(WITH.format(before)), TABLE.format(WITH.format(before))) is None
