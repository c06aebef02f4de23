"""Topics of a history find their sub-topology."""

import pytest

from topoviz.lag.onto_topology import Placement, Reader, is_readable_pattern, place_topics, placement_of


def internal(placement):
    return next(reader.topic for reader in placement.readers if reader.is_internal)


def test_the_topology_says_who_reads_what(placement):
    assert {reader.topic: reader.sub_topology for reader in placement.readers if not reader.is_internal} == {
        "orders": 0,
        "payments": 2,
    }
    assert internal(placement).endswith("-repartition")


def test_internal_topics_lose_the_application_id(placement):
    name = internal(placement)
    found = place_topics(placement, [("app", "orders"), ("app", f"app-{name}")])
    assert {(place.topic, place.sub_topology, place.is_internal) for place in found.places} == {
        ("orders", 0, False),
        (f"app-{name}", 1, True),
    }
    assert found.not_in_history == ("payments",)
    assert found.unsure == ()


def test_topics_that_the_topology_does_not_read_are_listed(placement):
    found = place_topics(placement, [("app", "orders"), ("app", "clicks")])
    assert found.not_read == (("app", "clicks"),)


def test_of_several_groups_the_one_that_reads_most_is_taken_and_told(placement):
    found = place_topics(placement, [("app", "orders"), ("app", "payments"), ("tool", "orders")])
    assert found.group == "app"
    assert "reads the most" in found.unsure[0]


def test_equal_groups_are_not_guessed_between(placement):
    found = place_topics(placement, [("app", "orders"), ("tool", "orders")])
    assert found.group is None
    assert "Say which" in found.unsure[0]


def test_the_application_id_chooses_the_group(analyzed):
    placement = placement_of(analyzed, application_id="tool")
    assert place_topics(placement, [("app", "orders"), ("tool", "orders")]).group == "tool"
    assert "has no group tool" in place_topics(placement, [("app", "orders")]).unsure[0]


def test_a_pattern_places_the_topics_it_matches():
    placement = Placement((Reader("orders", 0, False),), ((r"clicks-.*", 1),))
    found = place_topics(placement, [("app", "clicks-eu"), ("app", "orders")])
    assert {place.topic: place.sub_topology for place in found.places} == {"clicks-eu": 1, "orders": 0}


@pytest.mark.parametrize("pattern", [r"a.*", r"orders-\d+", r"(a|b)-topic", r"[a-z]+", r"x\.y", "a|b"])
def test_plain_patterns_are_tried(pattern):
    assert is_readable_pattern(pattern)


@pytest.mark.parametrize(
    "pattern", [r"(a+)+$", r"(?=x)x", r"\p{Alpha}+", r"[a-z&&[^b]]", r"(.*a){20}", "a{2,}", ".*" * 9]
)
def test_dangerous_and_foreign_patterns_are_told_instead(pattern):
    assert not is_readable_pattern(pattern)
    found = place_topics(Placement((Reader("orders", 0, False),), ((pattern, 3),)), [("app", "orders"), ("app", "a")])
    assert "is not tried" in found.unsure[0]
    assert found.not_read == (("app", "a"),)


def test_without_a_topology_nothing_is_placed():
    found = place_topics(Placement(), [("app", "orders")])
    assert (found.group, found.places, found.not_read) == (None, (), (("app", "orders"),))
