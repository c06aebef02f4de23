"""What holds of every folded picture, whatever is in it."""

from collections import Counter
from collections.abc import Iterator

from topoviz.rendering.cards.fold import fold
from topoviz.rendering.cards.model import WHOLE, Cards, Folding, Level, members_of
from topoviz.rendering.picture import Box, Kind, Picture


def broken(picture: Picture, *, most_opened: int | None = None) -> Iterator[str]:
    """Say what does not hold of a picture's cards at any level; `most_opened` hidden things are opened one by one."""
    whole = fold(picture, WHOLE)
    yield from _of_cards(picture, whole)
    if any(card.hidden for card in whole.cards):
        yield "the whole picture hides something"
    for level in Level:
        folding = Folding(level=level)
        cards = fold(picture, folding)
        if cards != fold(picture, folding):
            yield f"{level}: folded twice, it is not the same"
        yield from (f"{level}: {what}" for what in _of_cards(picture, cards))
        hidden = [box for box in _boxes(card.hidden for card in cards.cards) if box.kind is not Kind.SUB_TOPOLOGY]
        step = 1 if most_opened is None else max(1, len(hidden) // most_opened)
        for box in hidden[::step]:
            yield from (f"{level}, {box.key} opened: {what}" for what in _when_opened(picture, box, level))


def _when_opened(picture: Picture, box: Box, level: Level) -> Iterator[str]:
    cards = fold(picture, Folding(frozenset({box.key}), level=level))
    yield from _of_cards(picture, cards)
    if box.key not in _shown(cards):
        yield "it is still hidden"
    opened = [card.opened for card in cards.cards] + [group.opened for group in cards.groups]
    if not any(box.key in keys for keys in opened):
        yield "nothing says that it was opened"


def _of_cards(picture: Picture, cards: Cards) -> Iterator[str]:
    keys = [card.key for card in cards.cards]
    if len(set(keys)) < len(keys):
        yield "two cards have one key"
    places = {box.key: place for place, box in enumerate(picture.boxes)}
    order = [places[key] for key in keys if key in places]
    if order != sorted(order):
        yield "cards are not in the order of the boxes"
    found = Counter(box.key for box in members_of(cards.cards) if box.kind is not Kind.SUB_TOPOLOGY)
    if missing := [key for key in places if key not in found]:
        yield f"in no card: {' '.join(missing)}"
    if strange := [key for key in found if key not in places]:
        yield f"not in the picture: {' '.join(strange)}"
    if twice := [box.key for box in picture.boxes if box.data_node is not None and found[box.key] > 1]:
        yield f"in several cards: {' '.join(twice)}"
    if lost := [link for link in cards.links if not {link.tail, link.head} <= {*keys}]:
        yield f"links without a card: {lost}"
    elif rest := _in_circles(cards):
        yield f"flows go round: {' '.join(rest)}"


def _in_circles(cards: Cards) -> list[str]:
    """Take away what nothing flows into, again and again; what is left stands in circles or below them."""
    below: dict[str, list[str]] = {card.key: [] for card in cards.cards}
    above = dict.fromkeys(below, 0)
    for link in cards.links:
        if not link.uses:
            below[link.tail].append(link.head)
            above[link.head] += 1
    free = [key for key, count in above.items() if not count]
    for key in free:
        for head in below[key]:
            above[head] -= 1
            if not above[head]:
                free.append(head)
    return [key for key, count in above.items() if count]


def _shown(cards: Cards) -> set[str]:
    rows = (row for card in cards.cards for row in card.rows if not row.is_hiding)
    return {box.key for row in rows for box in row.boxes}


def _boxes(parts: Iterator[tuple[Box, ...]]) -> list[Box]:
    return list(dict.fromkeys(box for part in parts for box in part))
