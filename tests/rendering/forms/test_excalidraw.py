"""An Excalidraw file holds what our drawing holds, and what belongs together moves together."""

import json

import pytest

from tests.engine.analyzing import topology_of
from tests.rendering.drawing import FILTER_BEFORE_JOIN, JOIN_AND_COUNT, words
from tests.rendering.forms import names
from tests.rendering.test_hostile_names import hostile_topology
from topoviz.rendering.draw import draw
from topoviz.rendering.forms.excalidraw import to_excalidraw
from topoviz.rendering.lettering import visible
from topoviz.rendering.views import parse_view


def elements(topology, view="topology"):
    """Give the elements of a file by their ids."""
    document = json.loads(to_excalidraw(topology, parse_view(view)))
    assert (document["type"], document["version"]) == ("excalidraw", 2)
    found = {one["id"]: one for one in document["elements"]}
    assert len(found) == len(document["elements"])
    return found


@pytest.mark.parametrize("view", ["topology", "topology;whole", "overview", "before-after", "plan", "legend"])
def test_every_word_of_the_drawing_is_there(view):
    topology = topology_of(FILTER_BEFORE_JOIN + JOIN_AND_COUNT.replace('"', '"x'), optimize="all")

    found = elements(topology, view).values()

    texts = [line for one in found if one["type"] == "text" for line in one["text"].split("\n")]
    titles = [one["name"] for one in found if one["type"] == "frame"]
    assert sorted([*texts, *titles]) == sorted(words(draw(topology, parse_view(view))))


def test_arrows_are_bound_to_cards_which_know_it():
    found = elements(topology_of(JOIN_AND_COUNT))

    arrows = [one for one in found.values() if one["type"] == "arrow"]
    assert len(arrows) > 5
    for arrow in arrows:
        for binding, (across, down) in (
            (arrow["startBinding"], arrow["points"][0]),
            (arrow["endBinding"], arrow["points"][-1]),
        ):
            card = found[binding["elementId"]]
            assert {"id": arrow["id"], "type": "arrow"} in card["boundElements"]
            assert card["type"] == "rectangle"
            x, y = arrow["x"] + across, arrow["y"] + down
            assert card["x"] <= x <= card["x"] + card["width"]
            assert min(abs(y - card["y"]), abs(y - card["y"] - card["height"])) < 0.1


def test_a_card_is_one_group_and_a_sub_topology_one_frame():
    found = elements(topology_of(JOIN_AND_COUNT))

    frames = {one["id"]: one["name"] for one in found.values() if one["type"] == "frame"}
    assert set(frames.values()) == {"Sub-topology 0", "Sub-topology 1", "Sub-topology 2"}
    cards = [one for one in found.values() if one["groupIds"] == [f"{one['id']}-card"]]
    assert {card["frameId"] for card in cards} == {*frames, None}
    places = list(found)
    for card in cards:
        members = [one for one in found.values() if one["groupIds"] == card["groupIds"]]
        assert {one["frameId"] for one in members} == {card["frameId"]}
        assert any(one["type"] == "text" for one in members)
        # Excalidraw draws a frame over what it holds.
        assert card["frameId"] is None or places.index(card["frameId"]) > places.index(members[-1]["id"])


def test_a_name_is_text_and_nothing_else():
    harmless = elements(hostile_topology("orders")).keys()
    for name in names.ALL[::25]:
        found = elements(hostile_topology(name))

        assert found.keys() >= harmless & {one for one in harmless if "-" not in one}, name
        shown = "".join(one["text"].replace("\n", "") for one in found.values() if one["type"] == "text")
        assert visible(name) in shown
        assert not any(one["link"] for one in found.values())


def test_the_same_picture_gives_the_same_file():
    topology = topology_of(JOIN_AND_COUNT)

    assert len({to_excalidraw(topology, parse_view("topology")) for _ in range(2)}) == 1
