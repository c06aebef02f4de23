"""What an operator does with a store is told from the plan, or from names where there is none."""

import pytest

from tests.engine.analyzing import analysis_of
from tests.rendering.drawing import box, picture
from topoviz.rendering.analysis_json import analysis_to_json
from topoviz.rendering.store_use import StoreUse, store_use

FOREIGN = "KTABLE-FK-JOIN-SUBSCRIPTION-STATE-STORE-0000000010"


@pytest.mark.parametrize(
    ("name", "store", "use"),
    [
        ("KTABLE-SOURCE-0000000002", "s", StoreUse.WRITES),
        ("KSTREAM-AGGREGATE-0000000002", "s", StoreUse.BOTH),
        ("KSTREAM-LEFTJOIN-0000000004", "s", StoreUse.READS),
        ("KSTREAM-JOINTHIS-0000000004", "KSTREAM-JOINOTHER-0000000005-store", StoreUse.READS),
        ("KSTREAM-JOINTHIS-0000000004", "KSTREAM-OUTERSHARED-0000000004-store", StoreUse.BOTH),
        ("KSTREAM-OUTERTHIS-0000000004", "mine-outer-shared-join-store", StoreUse.BOTH),
        ("KSTREAM-OUTEROTHER-0000000005", "mine-left-shared-join-store", StoreUse.BOTH),
        ("KSTREAM-MERGE-0000000005", "KSTREAM-JOINTHIS-0000000003-store", StoreUse.READS),
        ("KTABLE-MERGE-0000000005", "s", StoreUse.WRITES),
        ("KTABLE-FK-JOIN-SUBSCRIPTION-PROCESSOR-0000000011", FOREIGN, StoreUse.BOTH),
        ("KTABLE-FK-JOIN-SUBSCRIPTION-PROCESSOR-0000000013", FOREIGN, StoreUse.READS),
        ("KTABLE-FK-JOIN-OUTPUT-0000000018", "joined", StoreUse.WRITES),
        ("mine-subscription-receive", "mine-subscription-store", StoreUse.BOTH),
        ("mine-foreign-join-subscription", "mine-subscription-store", StoreUse.READS),
        ("mine-subscription-join-foreign", "users", StoreUse.READS),
        ("mine-subscription-response-resolver", "orders", StoreUse.READS),
        ("KSTREAM-JOIN-0000000004", "KSTREAM-JOIN-0000000004-Buffer", StoreUse.BOTH),
        ("mine-this-windowed", "any", StoreUse.WRITES),
        ("mine-other-join", "KSTREAM-JOINTHIS-0000000004-store", StoreUse.READS),
        ("mine-outer-this-join", "mine-outer-other-join-store", StoreUse.READS),
        ("mine-outer-this-join", "mine-outer-shared-join-store", StoreUse.BOTH),
        ("mine-other-join", "any", StoreUse.UNKNOWN),
        ("mine-cogroup-agg-1", "any", StoreUse.BOTH),
        ("KTABLE-FK-JOIN-SUBSCRIPTION-PROCESSOR-0000000012", "users", StoreUse.READS),
        ("KTABLE-FK-JOIN-SUBSCRIPTION-RESPONSE-RESOLVER-PROCESSOR-0000000017", "orders", StoreUse.READS),
        ("KSTREAM-PROCESSOR-0000000001", "s", StoreUse.UNKNOWN),
        ("my-own-name", "s", StoreUse.UNKNOWN),
    ],
)
def test_a_dump_tells_by_its_names(name, store, use):
    assert store_use(name, store, None) is use


def test_of_a_foreign_key_join_one_processor_keeps_subscriptions_and_another_reads_them():
    java = 'builder.<String, String>table("a").join(builder.<String, String>table("b"), v -> v, (x, y) -> x);'

    tooltip = box(picture(java, "topology"), FOREIGN).tooltip

    assert tooltip.splitlines()[-2:] == [
        "read by: KTABLE-FK-JOIN-SUBSCRIPTION-PROCESSOR-0000000013",
        "read and written by: KTABLE-FK-JOIN-SUBSCRIPTION-PROCESSOR-0000000011",
    ]


def test_the_analysis_says_of_each_node_what_it_does_with_a_store():
    java = (
        'builder.table("a", Materialized.as("s")); builder.stream("b").join(builder.table("c"), (x, y) -> x).to("d");'
    )

    stores = analysis_to_json(analysis_of(java))["topologies"][0]["topology"]["stores"]

    assert {store["name"]: store["uses"] for store in stores} == {
        "s": ["writes"],
        "c-STATE-STORE-0000000003": ["writes", "reads"],
    }
