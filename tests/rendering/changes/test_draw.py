"""Both versions in one picture: what changes is to be seen, whatever is folded, and what stays is quiet."""

from functools import cache

import pytest

from tests.engine.changes.test_compare import COUNTED, change, side
from tests.oracle.changes.check import side_of
from tests.oracle.changes.pairs import CHANGES, find_pairs
from topoviz.engine.changes.compare import Change, compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.rendering.around import near
from topoviz.rendering.cards.model import Cards, RowKind
from topoviz.rendering.changes.beside import STEPS_BESIDE, beside
from topoviz.rendering.changes.change_json import change_to_json
from topoviz.rendering.changes.draw import cards_of, picture_of, write_change
from topoviz.rendering.changes.overlaid import overlaid
from topoviz.rendering.changes.views import ChangeViewName, parse_change_view
from topoviz.rendering.forms.model import Form
from topoviz.rendering.picture import Change as Became
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.svg_check import check_svg

CHANGED = {Became.NEW, Became.GONE, Became.MOVED, Became.CHANGED}
GROUPS = sorted(path.stem for path in CHANGES.glob("*.txt"))
FILTERED = COUNTED.replace(".groupByKey", ".filter(p).groupByKey")
PARTS = [f'builder.stream("in{number}")\n.mapValues(f)\n.filter(p)\n.to("out{number}");\n' for number in range(120)]
BRANCHES = "".join(PARTS)


@pytest.mark.parametrize("group", GROUPS)
def test_of_every_recorded_pair_all_that_changes_is_to_be_seen(group):
    for one in changes_of(group):
        for name in ChangeViewName:
            view = parse_change_view(name)
            picture = picture_of(one, view)
            keys = [box.key for box in picture.boxes]
            assert len(set(keys)) == len(keys)
            changed = {box.key for box in picture.boxes if box.change in CHANGED}
            assert changed <= seen(cards_of(one, view)), name
            assert all(tie.tail in keys and tie.head in keys for tie in picture.ties)


@pytest.mark.parametrize("group", GROUPS)
def test_things_in_json_have_the_keys_of_the_pictures(group):
    for one in changes_of(group):
        pictures = {
            member: set(picture_of(one, parse_change_view(name)).by_key)
            for member, name in (("key", "changes-all"), ("old_key", "old"), ("new_key", "new"))
        }
        things = change_to_json(one)["things"]
        for member, keys in pictures.items():
            said = [thing[member] for thing in things if thing[member] is not None]
            assert set(said) <= keys
            assert len(set(said)) == len(said)


def test_a_filter_more_marks_the_filter_and_the_renamed_store_and_nothing_that_is_renumbered():
    boxes = picture_of(change(COUNTED, FILTERED), parse_change_view("changes")).boxes
    marked = {box.title: (box.change, box.facts) for box in boxes if box.change in CHANGED}

    assert marked["filter"][0] is Became.NEW
    assert marked["KSTREAM-AGGREGATE-STATE-STORE-0000000002"] == (
        Became.CHANGED,
        ("was KSTREAM-AGGREGATE-STATE-STORE-0000000001",),
    )
    assert len(marked) == 2


def test_what_is_found_of_a_store_stands_in_its_tooltip():
    one = change(COUNTED, FILTERED)
    (store,) = [box for box in picture_of(one, parse_change_view("new")).boxes if box.key == "s0"]
    sentences = [found.sentence.replace("`", "") for found in one.findings if found.code == "changelog-renamed"]

    assert len(sentences) == 1
    assert sentences[0] in store.tooltip.split("\n")


def test_what_is_gone_stands_in_the_frame_of_the_rest_with_keys_of_its_own():
    picture = picture_of(change(FILTERED, COUNTED), parse_change_view("changes"))
    (gone,) = [box for box in picture.boxes if box.change is Became.GONE]

    assert (gone.key, gone.group) == ("r1000001", 0)
    assert {(tie.tail, tie.head) for tie in picture.ties} >= {("r0", gone.key), (gone.key, "r1")}


def test_a_sub_topology_that_is_gone_has_a_frame_of_its_own():
    more = f'{COUNTED}builder.stream("c").to("d");'
    frames = picture_of(change(more, COUNTED), parse_change_view("changes")).groups

    assert [(one.title, one.change) for one in frames] == [
        ("Sub-topology 0", Became.NONE),
        ("Sub-topology 1 of the old version", Became.GONE),
    ]


def test_other_numbers_of_sub_topologies_stand_in_their_frames():
    first = f'builder.stream("c").to("d");{COUNTED}'

    assert picture_of(change(COUNTED, first), parse_change_view("new")).groups[1].facts == ()
    frames = picture_of(change(COUNTED, first), parse_change_view("changes")).groups
    assert [(one.title, one.facts, one.change) for one in frames] == [
        ("Sub-topology 0", (), Became.NEW),
        ("Sub-topology 1", ("was 0",), Became.NONE),
    ]


def test_the_same_twice_is_one_sentence():
    cards = cards_of(change(COUNTED, COUNTED), parse_change_view("changes"))

    assert cards.notes[0] == "Nothing changes in this picture."
    assert {box.change for card in cards.cards for box in card.members} == {Became.SAME}


def test_of_a_large_topology_what_changes_is_shown_with_what_stands_beside_it():
    one = large(BRANCHES, BRANCHES.replace('"in7")', '"in7").peek(p)'))
    beside, everything = (cards_of(one, parse_change_view(name)) for name in ("changes", "changes-all"))

    assert len(beside.cards) < 5 < 100 < len(everything.cards)
    assert beside.notes[-1].startswith("What changes is shown with the steps beside it: ")
    assert beside.notes[-1].endswith(" The view changes-all shows everything.")
    assert cards_of(one, parse_change_view("changes;whole")).cards


def test_of_a_large_topology_in_which_nothing_changes_each_sub_topology_is_one_card():
    cards = cards_of(large(BRANCHES, BRANCHES), parse_change_view("changes"))

    assert len(cards.cards) == 1
    assert cards.notes == (
        "Nothing changes in this picture.",
        "All of it would be 120 cards, so each sub-topology is one here. Open one to see its steps.",
    )


def test_where_even_that_is_too_much_each_sub_topology_is_one_card():
    cards = cards_of(
        large(BRANCHES, BRANCHES.replace(".filter(p)", ".filter(p).peek(q)")), parse_change_view("changes")
    )

    assert cards.notes[-1].endswith("so each sub-topology is one here. Open one to see its steps.")


def test_an_overview_says_how_much_changes_in_each_sub_topology_and_stacks_what_changes_alike_alone():
    edited = "".join(
        part if number % 2 else part.replace(".to(", ".peek(q).to(") for number, part in enumerate(PARTS[:-2])
    )
    cards = cards_of(large("".join(PARTS), edited), parse_change_view("changes"))
    rows = [(card.twins, card.steps[0].change, card.steps[0].facts) for card in cards.cards if card.steps]

    assert rows == [(59, Became.CHANGED, ("1 new",)), (59, Became.SAME, ()), (2, Became.GONE, ())]


@pytest.mark.parametrize("form", Form)
def test_every_form_has_it(form):
    data = write_change(change(COUNTED, FILTERED), parse_change_view("changes"), form)

    assert data == write_change(change(COUNTED, FILTERED), parse_change_view("changes"), form)
    if form is Form.SVG:
        check_svg(data.decode())
        assert ">was KSTREAM-AGGREGATE-" in data.decode()


def test_what_is_too_large_as_a_whole_says_which_view_is_not(monkeypatch):
    monkeypatch.setattr("topoviz.rendering.svg.sheet.SVG_BYTES", 20_000)
    one = large(BRANCHES, BRANCHES.replace('"in7")', '"in7").peek(p)'))

    with pytest.raises(Undrawable, match=r"too many to embed\. Draw what changes alone \(view changes\)\.$"):
        write_change(one, parse_change_view("changes-all"), Form.SVG)
    assert write_change(one, parse_change_view("changes"), Form.SVG)


def test_names_are_never_markup():
    hostile = 'builder.stream("<script>").to("a&b");'
    drawn = write_change(change(COUNTED, f"{COUNTED}{hostile}"), parse_change_view("changes"), Form.SVG).decode()

    check_svg(drawn)
    assert "<script" not in drawn


@pytest.mark.parametrize("text", ["change", "changes@3", "new;open=z1"])
def test_another_view_is_refused_with_what_there_is(text):
    with pytest.raises(Undrawable):
        parse_change_view(text)


def seen(cards: Cards) -> set[str]:
    """Give the keys of all that rows show."""
    rows = [row for card in cards.cards for row in card.rows if not row.is_hiding and row.kind is not RowKind.READS]
    return {box.key for row in rows for box in row.boxes}


@cache
def changes_of(group: str) -> list[Change]:
    """Give the changes of all recorded pairs of a group in which neither side is refused."""
    pairs = [(side_of(pair.old), side_of(pair.new)) for pair in find_pairs() if pair.group == group]
    return [compare(old, new, Deployment("shop")) for old, new in pairs if not (old.refusal or new.refusal)]


def large(old: str, new: str) -> Change:
    return compare(side(old), side(new), Deployment("shop"))


def test_a_step_between_two_that_are_shown_is_no_gap_in_the_line():
    """Kafka Streams filters null keys between the step that takes another key and the repartition topic."""
    grouped = COUNTED.replace(".groupByKey()", ".groupBy(f)")
    assert grouped != COUNTED
    whole = overlaid(change(grouped, grouped.replace(".groupBy", ".filter(p).groupBy")))
    changed = [box.key for box in whole.boxes if box.change in CHANGED]

    shown = {box.key for box in beside(whole, changed).boxes}

    gaps = {tie.head for tie in whole.ties if tie.tail in shown} & {tie.tail for tie in whole.ties if tie.head in shown}
    assert near(whole, changed, STEPS_BESIDE) < shown < set(whole.by_key)
    assert gaps <= shown
