"""Pictures of who has which task: everything is in them, nothing overlaps, and letters stay large enough."""

import re
import time
from collections import Counter
from dataclasses import replace

import pytest

from tests.rendering.assignment.holding import (
    TWO_GROUPS,
    TWO_GROUPS_COUNTS,
    WITH_STATE,
    dealt,
    holder,
    tasks,
    with_state,
)
from tests.rendering.drawing import words
from tests.rendering.places.invariants import misplaced
from topoviz.rendering.assignment.boxes import key_of_task
from topoviz.rendering.assignment.draw import NO_CLIENTS, NOTHING_BEFORE, cards_of, sheet_of, write_holding
from topoviz.rendering.assignment.holders import Holding
from topoviz.rendering.assignment.views import parse_tasks_view
from topoviz.rendering.cards.ground import ground_of
from topoviz.rendering.cards.model import RowKind
from topoviz.rendering.forms.model import Form
from topoviz.rendering.picture import Kind, Undrawable
from topoviz.rendering.places.model import Panel
from topoviz.rendering.places.shelves import readable_width
from topoviz.rendering.svg.sheet import to_svg


def with_places():
    """Give clients of which there are several lines to say, and one whose name takes two."""
    scene, holding = dealt(TWO_GROUPS, TWO_GROUPS_COUNTS, 5, 1)
    clients = tuple(
        replace(one, process_id=f"{at:08}-0000", rack=f"rack-{at}", tags={"zone": "eu", "cluster": "a" * 12 * at})
        for at, one in enumerate(holding.clients)
    )
    named = replace(clients[0], name="orders-service-in-the-first-region-7f9c6d-x2x4v")
    return scene, replace(holding, clients=(named, *clients[1:]))


SHAPES = {
    "9 tasks on 2 x 2 threads": lambda: dealt(TWO_GROUPS, TWO_GROUPS_COUNTS, 2, 2),
    "18 tasks on 5 x 5 threads, some idle": lambda: dealt(WITH_STATE, with_state(6), 5, 5, standbys=1),
    "201 tasks on 3 x 4 threads": lambda: dealt(WITH_STATE, with_state(67), 3, 4, standbys=1),
    "5 clients with racks, tags and long names": with_places,
    "501 tasks on 50 x 4 threads": lambda: dealt(WITH_STATE, with_state(167), 50, 4, standbys=1),
}
VIEWS = ["tasks", "tasks;panel=wide", "tasks;panel=phone", "tasks;whole", "tasks;open=c1,g0,h9", "tasks-threads"]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_stands_over_anything_else(shape, view):
    for panel in sheet_of(*SHAPES[shape](), parse_tasks_view(view)).panels:
        sizes = {key: measured.size for key, measured in panel.measures.items()}

        assert list(misplaced(ground_of(panel.cards, sizes), panel.arrangement)) == []


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_task_is_there_as_often_as_threads_have_it(shape, view):
    scene, holding = SHAPES[shape]()
    cards = cards_of(scene, holding, parse_tasks_view(view))
    members = [box for card in cards.cards for box in card.members]

    held = Counter(box.data_task for box in members if box.key.startswith("a"))
    assert held == Counter(str(one.task) for client in holding.clients for it in client.threads for one in it.tasks)
    if view != "tasks-threads":
        assert {key_of_task(task.id) for task in holding.tasks.tasks} == {
            box.key for box in members if box.key.startswith("k")
        }


@pytest.mark.parametrize("panel", Panel)
@pytest.mark.parametrize("shape", SHAPES)
def test_letters_need_not_be_smaller_than_11_pixels(shape, panel):
    sheet = sheet_of(*SHAPES[shape](), parse_tasks_view(f"tasks;panel={panel}"))

    for one in sheet.panels:
        assert one.arrangement.size.width <= readable_width(panel.size)


def test_lines_lead_from_topics_to_tasks_and_on_to_threads_where_they_can_be_followed():
    cards = cards_of(*SHAPES["9 tasks on 2 x 2 threads"](), parse_tasks_view("tasks;panel=wide"))
    titles = {card.key: next(row.box.title for row in card.rows if row.kind in (RowKind.STEP, RowKind.TOPIC))
              for card in cards.cards}  # fmt: skip
    readers = {title: [titles[link.head] for link in cards.links if titles[link.tail] == title]
               for title in ("Topic-A", "Topic-B", "Topic-C")}  # fmt: skip

    assert readers["Topic-A"] == ["0_0", "0_1", "0_2", "0_3"]
    assert readers["Topic-B"] == ["0_0", "0_1", "0_2", "0_3", "0_4"]
    assert readers["Topic-C"] == ["1_0", "1_1", "1_2", "1_3"]
    assert sum(titles[link.head].startswith("StreamThread") for link in cards.links) == 9


def test_tasks_and_threads_stand_in_their_order():
    (panel,) = sheet_of(*SHAPES["9 tasks on 2 x 2 threads"](), parse_tasks_view("tasks;panel=wide")).panels
    places = panel.arrangement.spots
    for letter in "kh":
        keys = [card.key for card in panel.cards.cards if card.key.startswith(letter)]

        assert sorted(keys, key=lambda key: places[key].x) == keys


def test_a_large_assignment_is_one_card_a_client_and_says_so():
    cards = cards_of(*SHAPES["501 tasks on 50 x 4 threads"](), parse_tasks_view("tasks"))
    clients = [card for card in cards.cards if card.key.startswith("c")]

    assert len(clients) == 50
    assert [row.text for row in clients[0].rows[1:]] == [
        "sub-topology 0: 4 tasks", "sub-topology 1: 3 tasks, 3 standby", "sub-topology 2: 4 tasks, 4 standby"
    ]  # fmt: skip
    assert any("each client is one card here" in note for note in cards.notes)


def test_a_client_and_a_sub_topology_are_opened_by_their_keys():
    scene, holding = SHAPES["501 tasks on 50 x 4 threads"]()
    client = cards_of(scene, holding, parse_tasks_view("tasks;open=c3"))
    sub_topology = cards_of(scene, holding, parse_tasks_view("tasks;open=g0"))

    (frame,) = [group for group in client.groups if group.client is not None]
    assert (frame.title, frame.opened) == ("client-3", {"c3"})
    assert sum(card.group == frame.id for card in client.cards) == 5
    listed = [row.box.title for row in sub_topology.by_key["c0"].rows if row.kind is RowKind.TASK]
    assert listed == ["0_0", "0_50", "0_100", "0_150"]
    assert sum(re.fullmatch(r"k\d{1,5}", card.key) is not None for card in sub_topology.cards) == 167


def test_what_hides_names_the_key_that_opens_it():
    scene, holding = SHAPES["501 tasks on 50 x 4 threads"]()
    text = to_svg(sheet_of(scene, holding, parse_tasks_view("tasks")))

    opening = set(re.findall(r'data-open="([^"]*)"', text))
    assert opening == {"g0", "g1", "g2", *(f"c{number}" for number in range(50))}


def test_a_thread_with_very_many_tasks_lists_the_first_and_opens_by_its_key():
    scene, found = tasks(counts="Topic-A=70\nTopic-B=70\nTopic-C=10")
    holding = Holding(found, (holder("a", " ".join(str(task.id) for task in found.tasks)),))
    folded, opened = (cards_of(scene, holding, parse_tasks_view(f"tasks-threads{rest}")) for rest in ("", ";open=h0"))

    assert folded.by_key["h0"].rows[-1].text == "… 20 more tasks"
    assert {box.data_task for box in folded.by_key["h0"].members} == {None, *(str(task.id) for task in found.tasks)}
    assert not opened.by_key["h0"].hidden
    assert opened.by_key["h0"].opened == {"h0"}


def test_an_idle_thread_says_so():
    scene, found = tasks()
    cards = cards_of(scene, Holding(found, (holder("a", "0_0 0_1", ""),)), parse_tasks_view("tasks-threads"))

    idle = [card.steps[0] for card in cards.cards if card.steps[0].kind is Kind.IDLE_THREAD]
    assert [(one.title, one.number) for one in idle] == [("StreamThread-2", "idle")]
    assert cards.description == "1 client with 2 stream threads, 1 of them idle."


def test_a_global_topic_is_read_by_a_thread_of_its_own_in_each_client():
    cards = cards_of(*SHAPES["201 tasks on 3 x 4 threads"](), parse_tasks_view("tasks-threads"))
    global_threads = [card for card in cards.cards if card.steps[0].kind is Kind.GLOBAL_THREAD]

    assert len(global_threads) == 3
    for card in global_threads:
        (topic,) = [row.box for row in card.rows if row.kind is RowKind.TOPIC]
        assert (topic.title, topic.facts) == ("rates", ("all 6 partitions",))


def test_doubts_have_a_question_mark():
    scene, found = tasks()
    holding = Holding(found, (holder("a", "0_0"),), doubts=("Process ids are not given.",))
    text = write_holding(scene, holding, parse_tasks_view("tasks;panel=phone"), Form.SVG).decode()

    assert {"? Process ids are not given.", "Clients and stream threads?"} <= {*words(text)}


def test_without_clients_there_are_tasks_alone():
    scene, found = tasks()
    cards = cards_of(scene, Holding(found), parse_tasks_view("tasks"))

    assert cards.title == "Topics and tasks"
    with pytest.raises(Undrawable, match=re.escape(NO_CLIENTS)):
        cards_of(scene, Holding(found), parse_tasks_view("tasks-threads"))
    with pytest.raises(Undrawable, match=re.escape(NOTHING_BEFORE)):
        cards_of(scene, Holding(found, (holder("a", "0_0"),)), parse_tasks_view("tasks-moves"))


def test_why_there_are_no_tasks_stands_where_they_would_be():
    scene, found = tasks(counts="Topic-A=4\nTopic-B=5")
    cards = cards_of(scene, Holding(found), parse_tasks_view("tasks"))

    (topic,) = [
        card.rows[0].box for card in cards.cards if card.rows[0].kind is RowKind.TOPIC and card.rows[0].box.is_unsure
    ]
    assert (topic.title, topic.facts) == ("Topic-C", ("partitions not known",))
    assert cards.by_key["g1"].rows[0].text == "Its tasks are not known: a partition count is missing."


def test_counts_that_are_refused_are_drawn_with_what_kafka_says():
    scene, found = tasks(WITH_STATE, "orders=3\npayments=4\ncustomers=5\nrates=1")
    cards = cards_of(scene, Holding(found), parse_tasks_view("tasks"))

    assert "Topics not co-partitioned" in cards.notes[0]
    assert {cards.by_key[key].rows[0].text for key in ("g0", "g1", "g2")} == {
        "No tasks: Kafka Streams refuses these partition counts."
    }


@pytest.mark.parametrize("form", Form)
def test_every_form_names_tasks_and_threads(form):
    scene, holding = SHAPES["18 tasks on 5 x 5 threads, some idle"]()
    data = write_holding(scene, holding, parse_tasks_view("tasks"), form)

    if form not in (Form.PNG, Form.PDF):
        text = re.sub(r"#95;|<U\+005F>", "_", data.decode())
        assert "StreamThread" in text.replace("<U+002D>", "-")
        assert "0_0" in text.replace("#48;", "0").replace("<U+0030>", "0")


def test_200_tasks_are_drawn_while_somebody_types():
    scene, holding = SHAPES["201 tasks on 3 x 4 threads"]()
    view = parse_tasks_view("tasks;panel=wide")
    to_svg(sheet_of(scene, holding, view))
    start = time.process_time()
    to_svg(sheet_of(scene, holding, view))

    assert time.process_time() - start < 0.3
