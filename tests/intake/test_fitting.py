"""Of a program that is too large, what is nearest to Kafka Streams is read, and the rest is counted and listed."""

import pytest

from topoviz.engine.source import SourceFile
from topoviz.intake.choice import Taken
from topoviz.intake.fitting import fit
from topoviz.intake.relevance import FAR, distances
from topoviz.intake.room import Room

FILES = {
    "pom.xml": "<project/>",
    "shop/src/main/resources/application.yml": "a: 1",
    "shop/src/main/java/shop/Shop.java": """
        package shop;
        import shop.model.Order;
        import static shop.topics.Topics.ORDERS;
        import org.apache.kafka.streams.StreamsBuilder;
    """,
    "shop/src/main/java/shop/Beside.java": "package shop; ",
    "shop/src/main/java/shop/model/Order.java": "package shop.model;\nimport money.*;",
    "shop/src/main/java/shop/model/Other.java": "package shop.model;",
    "shop/src/main/java/shop/topics/Topics.java": "package shop.topics;",
    "shop/src/main/kotlin/Prices.kt": "package money",
    "web/src/main/java/web/Starts.java": "package web;\nimport shop.Shop;",
    "web/src/main/java/web/Page.java": "package web;",
    "legacy/src/main/java/legacy/Old.java": "package legacy;",
    "legacy/src/main/resources/application.yml": "a: 2",
}


def sources(files=FILES):
    return tuple(SourceFile(name, text) for name, text in files.items())


def test_files_stand_as_near_as_packages_and_imports_lead():
    found = distances(sources())

    assert {name.rpartition("/")[2]: away for name, away in found.items() if "application" not in name} == {
        "pom.xml": 0, "Shop.java": 0,
        "Beside.java": 1, "Order.java": 1, "Topics.java": 1, "Starts.java": 1,
        "Other.java": 2, "Prices.kt": 2, "Page.java": 2,
        "Old.java": FAR,
    }  # fmt: skip
    assert found["shop/src/main/resources/application.yml"] == 0
    assert found["legacy/src/main/resources/application.yml"] == FAR


def test_what_fits_is_read_as_it_is():
    taken = Taken(sources(), ("A note.",))

    assert fit(taken, Room(files=len(FILES))) == taken


@pytest.mark.parametrize(
    ("room", "left"),
    [
        (Room(files=10), ["legacy/src/main/java/legacy/Old.java", "legacy/src/main/resources/application.yml"]),
        (Room(all_bytes=sum(map(len, FILES.values())) - 1), ["legacy/src/main/resources/application.yml"]),
    ],
)
def test_the_farthest_are_left_out_and_counted_by_folder(room, left):
    taken = fit(Taken(sources()), room)

    assert sorted(FILES.keys() - {file.name for file in taken.files}) == left
    assert [file.name for file in taken.files] == [name for name in FILES if name not in left]
    assert taken.notes[0].startswith(f"Not read: {len(left)} of 12 files (legacy/src/main")
    assert len(taken.notes) == 1


def test_topologies_that_are_missing_for_want_of_room_are_named():
    many = {
        f"{module}/A{number}.java": "import org.apache.kafka.streams.KafkaStreams;"
        for module in "xyz"
        for number in (1, 2)
    }

    taken = fit(Taken(sources(many)), Room(files=3))

    left, missing = taken.notes
    assert left.startswith(
        "Not read: 3 of 6 files (z 2, y 1). At most 3 files or 20 MB are read: first those that name"
    )
    assert missing.startswith("Not read, though Kafka Streams is used there: y/A2.java and 2 more.")
