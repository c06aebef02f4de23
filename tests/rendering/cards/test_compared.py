"""Before and after in cards: what is in both stands in one card, and what changed is folded away in neither."""

from tests.rendering.drawing import JOIN_AND_COUNT, picture
from topoviz.rendering.cards.compared import fold_comparison
from topoviz.rendering.cards.model import WHOLE, members_of
from topoviz.rendering.picture import Change


def compared(java=JOIN_AND_COUNT, **options):
    return fold_comparison(picture(java, "before-after", optimize="all"), **options)


def test_each_side_has_its_own_boxes_in_the_cards_of_both():
    shown = picture(JOIN_AND_COUNT, "before-after", optimize="all")
    folded = compared()

    for side, whole in ((folded.before, shown.before), (folded.after, shown.after)):
        assert {box.key for box in members_of(side.cards)} == {box.key for box in whole.boxes}
        assert {card.key for card in side.cards} <= {card.key for card in folded.both.cards}
    assert {box.change for box in members_of(folded.before.cards)} >= {Change.GONE, Change.CHANGED, Change.SAME}


def test_links_of_a_side_are_those_that_its_picture_has():
    folded = compared()
    before, after = ({(link.tail, link.head) for link in side.links} for side in (folded.before, folded.after))

    assert before | after == {(link.tail, link.head) for link in folded.both.links}
    assert before - after
    assert after - before


def test_what_is_gone_stands_in_no_row_beside_what_stays():
    for card in compared().both.cards:
        changes = {row.box.change for row in card.rows if row.boxes} - {Change.SAME}
        assert not changes or len(card.steps) <= 1


def test_a_long_run_that_stays_is_folded_and_opens_as_elsewhere():
    java = f'builder.<String, String>stream("a"){".peek((k, v) -> {})" * 9}.groupByKey().count();'
    folded, whole = compared(java), compared(java, folding=WHOLE)

    assert any(card.hidden for card in folded.after.cards)
    assert not any(card.hidden for card in whole.after.cards)
