"""The names in results: written with what is kept, and looked for without reading results."""

import pytest

from tests.web.conftest import analyzed, body, share
from topoviz.web.analyses.models import Name
from topoviz.web.analyses.names import names_in

pytestmark = pytest.mark.django_db

PROGRAM = """
StreamsBuilder builder = new StreamsBuilder();
builder.stream("orders").selectKey((k, v) -> v).groupByKey().count(Materialized.as("totals")).toStream().to("counts");
builder.stream(Pattern.compile("eu-.*")).to("orders");
"""


def rows(**wanted):
    return {(one.kind, one.name, one.reads, one.writes) for one in Name.objects.filter(**wanted)}


def test_what_is_kept_can_be_found_by_its_names(world):
    document = analyzed(world.alice, PROGRAM)

    found = rows(analysis=document["id"])
    assert {
        ("topic", "orders", True, True),
        ("topic", "counts", False, True),
        ("pattern", "eu-.*", True, False),
    } < found
    assert {("store", "totals", False, False), ("changelog", "totals-changelog", False, False)} < found
    assert ("repartition", "totals-repartition", True, True) in found
    assert {name for kind, name, *_ in found if kind == "node"} >= {"KSTREAM-SOURCE-0000000000"}


def test_a_preview_has_no_names_until_it_is_kept(world):
    document = analyzed(world.alice, preview=True)
    assert not Name.objects.exists()

    share(world.alice, document)
    kept = rows()
    assert ("topic", "orders", True, False) in kept
    assert len(kept) == Name.objects.count()


def test_a_preview_that_is_kept_while_it_is_read_has_its_names(world):
    answer = world.alice.post("/api/v1/analyses", body(preview=True), content_type="application/json")
    analyzed(world.alice)

    assert rows(analysis=answer.json()["id"], kind="topic") == {
        ("topic", "orders", True, False),
        ("topic", "counts", False, True),
    }


def test_a_name_that_is_too_long_is_cut_and_each_stands_once():
    node = {"name": "n" * 600}
    runtime = {"named_topics": [], "stores": [], "nodes": [node, node]}
    found = list(names_in({"topologies": [{"name": "t", "topology": runtime}, {"name": "u", "topology": None}]}))

    assert [(one["topology"], one["kind"], len(one["name"])) for one in found] == [
        (0, "topology", 1),
        (0, "node", 500),
        (1, "topology", 1),
    ]
