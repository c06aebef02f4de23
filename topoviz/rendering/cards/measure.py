"""How large a card is, and where its rows and lines of text stand in it, by the widths of letters.

All lengths are in pixels from the card's top left corner. All text has one size; rows keep to one column for signs and
one for words, so that the eye runs down them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from topoviz.rendering.cards.model import ROLES, STEPS, Card, Row, RowKind
from topoviz.rendering.lettering import text_width, wrap_evenly, wrap_words
from topoviz.rendering.picture import Box, Kind
from topoviz.rendering.places.model import Point, Rectangle, Size

NO_SIZE: Final = Size(0, 0)
TEXT_SIZE: Final = 14
LINE: Final = 16.0
"""From one line of text to the next."""

WRAP_AT: Final = 28
"""Characters of a name in a line."""

LONG_WRAP_AT: Final = 44
"""The same of names that would else take more than `_MANY_LINES`, of which a card would be a tower."""

OVERVIEW_WRAP_AT: Final = 36
"""The same in cards of whole sub-topologies, which are few and high rather than many."""

SENTENCE_WRAP_AT: Final = 48
"""Characters of our own sentences in a line."""

SIDE: Final = 12.0
SIGN_COLUMN: Final = 14.0
"""Where the middles of signs stand."""

TEXT_COLUMN: Final = 26.0
BAR: Final = 4.0
TAG_TIP: Final = 10.0
STACK: Final = 4.0
"""How far the edge of a card behind looks out."""

BADGE_HEIGHT: Final = 18.0
BADGE_SIDE: Final = 8.0
_MANY_LINES: Final = 4
_MIN_WIDTH: Final = 84.0
_EDGE: Final = 4.0
_ROW_EDGE: Final = 2.0
_STORE_EDGE: Final = 4.0
_TAG_INSET: Final = 8.0
_TAG_SIDE: Final = 10.0
_GAP: Final = 8.0
_BESIDE_END: Final = 4.0
_BESIDE_BADGE: Final = 8.0
_SHORT: Final = 26
"""Characters of a title and its facts that stand on one line together."""

_SHORT_IN_OVERVIEW: Final = 30
"""The same where the title is that of a whole sub-topology, with the number of its steps behind both."""

_TOPIC_KINDS: Final = (Kind.TOPIC, Kind.REPARTITION)
_SEEN: Final = {
    Kind.SOURCE: "source",
    Kind.SINK: "sink",
    Kind.REPARTITION: "repartition topic",
    Kind.STORE: "state store",
    Kind.GLOBAL_STORE: "global store",
    Kind.ACTIVE: "active",
}
"""Facts that the look of a thing says."""

_WITH_FACTS_BESIDE: Final = (STEPS | ROLES) - {Kind.TASK, Kind.STATEFUL_TASK}
"""What has its facts on the line of its title; many tasks stand beside each other, so they are rather high."""

_NEED_A_SIGN: Final = frozenset({
    Kind.KEY_CHANGING, Kind.TASK, Kind.STATEFUL_TASK, Kind.CLIENT, Kind.THREAD, Kind.IDLE_THREAD, Kind.GLOBAL_THREAD
})  # fmt: skip
"""What does not look different from others when it stands alone in a card."""


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text: where it begins, and where its letters stand."""

    text: str
    x: float
    y: float
    is_quiet: bool = False

    @property
    def width(self) -> float:
        """How wide it is."""
        return text_width(self.text, TEXT_SIZE)


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """A row: from where to where it goes, its words, the middle of its sign, and the height of a rule above it.

    `tag` is how large the arrow-shaped tag of a topic is, in the middle of the row. A row beside others goes from
    `left` over its own `width`.
    """

    row: Row
    top: float
    height: float
    words: tuple[Words, ...]
    sign: Point | None = None
    tag: Size | None = None
    rule_at: float | None = None
    left: float = 0.0
    width: float | None = None

    @property
    def middle(self) -> float:
        """Half the way down."""
        return self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Measured:
    """A card with all its places. `size` is what it takes, `body` what is left without the edges of cards behind."""

    size: Size
    body: Size
    rows: tuple[MeasuredRow, ...]
    look: Kind
    badge: Rectangle | None = None
    has_bar_above: bool = False
    has_bar_below: bool = False


@dataclass(frozen=True, slots=True)
class _Draft:
    """A row about which it is not yet known how wide its card is: words on the right come last."""

    row: Row
    lines: tuple[Words, ...]
    right: str = ""
    edge: float = _ROW_EDGE
    above: float = 0.0
    has_sign: bool = True
    end: float = SIDE
    rule_down: float | None = None

    @property
    def width(self) -> float:
        first = self.lines[0].y if self.lines else 0.0
        ends = [line.x + line.width + (self._beside if line.y == first else 0.0) for line in self.lines]
        return max(ends, default=0.0) + self.end

    @property
    def _beside(self) -> float:
        return _GAP + text_width(self.right, TEXT_SIZE) if self.right else 0.0

    @property
    def height(self) -> float:
        count = len({line.y for line in self.lines})
        return self.above + count * LINE + 2 * self.edge


def measure(card: Card, least: Size = NO_SIZE) -> Measured:
    """Reckon the places of everything in a card, which is at least so large; the same card has the same places."""
    look = look_of(card)
    steps = card.steps
    is_alone = len(card.rows) == 1
    drafts = [
        _draft(card, row, above, is_alone=is_alone) for row, above in zip(card.rows, (None, *card.rows), strict=False)
    ]
    has_above = bool(steps) and steps[0].kind is Kind.SOURCE
    has_below = bool(steps) and steps[-1].kind is Kind.SINK
    with_badge = _row_with_badge(card)
    if badge_of(card):
        drafts[with_badge] = replace(drafts[with_badge], end=drafts[with_badge].end + badge_width(card) + _BESIDE_BADGE)
    behind = 2 * STACK if card.twins > 1 else 0.0
    wanted = max([_MIN_WIDTH, least.width - behind, *(draft.width for draft in drafts)])
    width = 4.0 * -(-wanted // 4)
    drafts = [_filled(draft, width) for draft in drafts]
    bars = BAR * (has_above + has_below)
    columns = _columns(drafts, width)
    lines = _lines_of_rows(drafts, columns)
    height = max(sum(line[0].height for line in lines) + 2 * _EDGE + bars, least.height - behind)
    top = _EDGE + (BAR if has_above else 0.0)
    if is_alone:
        top += (height - drafts[0].height - 2 * _EDGE - bars) / 2
    rows: list[MeasuredRow] = []
    for line in lines:
        places = [_place(draft, top, width, is_alone=is_alone) for draft in line]
        rows += _beside(places, width, columns) if line[0].row.is_beside else places
        top += line[0].height
    badge = _badge(card, rows[with_badge], drafts[with_badge], width) if badge_of(card) else None
    body = Size(width, height)
    return Measured(Size(width + behind, body.height + behind), body, tuple(rows), look, badge, has_above, has_below)


def _columns(drafts: Sequence[_Draft], width: float) -> int:
    """Say how many of the rows that may stand beside each other have room in a card so wide."""
    widest = max((draft.width for draft in drafts if draft.row.is_beside), default=width)
    return max(int(width // widest), 1)


def _lines_of_rows(drafts: Sequence[_Draft], columns: int) -> list[list[_Draft]]:
    """Put rows beside each other that may be, if they are of one kind and follow one another."""
    lines: list[list[_Draft]] = []
    for draft in drafts:
        last = lines[-1] if lines else []
        if draft.row.is_beside and last and last[0].row.is_beside and len(last) < columns and _is_alike(draft, last[0]):
            last.append(draft)
        else:
            lines.append([draft])
    return lines


def _is_alike(one: _Draft, other: _Draft) -> bool:
    return one.row.box.kind is other.row.box.kind


def _beside(places: Sequence[MeasuredRow], width: float, columns: int) -> Iterator[MeasuredRow]:
    """Move rows into columns; the last one goes on to the edge."""
    step = width / columns
    for index, one in enumerate(places):
        left = round(index * step)
        assert one.sign is not None
        yield replace(
            one,
            left=left,
            width=(width if index == len(places) - 1 else round((index + 1) * step)) - left,
            words=tuple(replace(words, x=words.x + left) for words in one.words),
            sign=Point(one.sign.x + left, one.sign.y),
        )


def _row_with_badge(card: Card) -> int:
    """Choose the first step; where there is none, the first row."""
    return next((index for index, row in enumerate(card.rows) if row.kind is RowKind.STEP), 0)


def _badge(card: Card, placed: MeasuredRow, draft: _Draft, width: float) -> Rectangle:
    middle = placed.top + draft.above + draft.edge + LINE / 2
    left = width - draft.end + _BESIDE_BADGE
    return Rectangle(left, middle - BADGE_HEIGHT / 2, badge_width(card), BADGE_HEIGHT)


def look_of(card: Card) -> Kind:
    """Say as what kind of thing a card is drawn, by its rows and what they hide; a run of several kinds looks plain."""
    rows = [row for row in card.rows if row.kind in (RowKind.STEP, RowKind.MORE)]
    kinds = {box.kind for row in rows for box in row.boxes if box.kind in STEPS}
    if not kinds:
        return next((box.kind for row in card.rows for box in row.boxes), Kind.STATELESS)
    if kinds == {Kind.SOURCE, Kind.SINK}:
        return Kind.SOURCE
    if len(kinds) == 1:
        return kinds.pop()
    return next((kind for kind in (Kind.STATEFUL, Kind.SUB_TOPOLOGY) if kind in kinds), Kind.STATELESS)


def is_tag(card: Card) -> bool:
    """Tell whether a card is one topic, drawn as an arrow-shaped tag."""
    return look_of(card) in _TOPIC_KINDS


def badge_of(card: Card) -> str:
    """Say how many alike cards lie in one, as its badge does."""
    return f"×{card.twins}" if card.twins > 1 else ""


def badge_width(card: Card) -> float:
    """Reckon how wide the badge is; its letters are bold."""
    return text_width(badge_of(card), TEXT_SIZE, is_bold=True) + 2 * BADGE_SIDE


# --- rows -------------------------------------------------------------------------------------------------------------


def _draft(card: Card, row: Row, above: Row | None, *, is_alone: bool) -> _Draft:
    wrap_at = OVERVIEW_WRAP_AT if look_of(card) is Kind.SUB_TOPOLOGY else WRAP_AT
    match row.kind:
        case RowKind.STEP:
            return _step(row, is_alone=is_alone)
        case RowKind.TOPIC:
            return _topic(row, wrap_at, is_card=above is None and is_tag(card))
        case RowKind.STORE:
            return _store(row, is_first=above is None)
        case RowKind.TASK:
            return _task(row, above)
        case RowKind.READS:
            return _Draft(row, _lines(_wrapped(f"{row.text} {row.box.title}", wrap_at), TEXT_COLUMN))
        case RowKind.MORE:
            return _Draft(row, _lines((row.text,), TEXT_COLUMN, is_quiet=True))
        case RowKind.ALSO:
            is_list = above is None or above.kind is RowKind.ALSO
            return _Draft(
                row, _sentence(row.text, SIDE), has_sign=False,
                above=0.0 if is_list else 2 * _ROW_EDGE, rule_down=None if is_list else _ROW_EDGE,
            )  # fmt: skip
        case RowKind.NOTE:
            has_signs = bool(card.steps) and not is_alone
            start = TEXT_COLUMN if has_signs else SIDE
            return _Draft(row, _sentence(row.text, start), has_sign=False)


def _step(row: Row, *, is_alone: bool) -> _Draft:
    box = row.box
    has_sign = not is_alone or box.kind in _NEED_A_SIGN
    lines = _title_and_facts(box, TEXT_COLUMN if has_sign else SIDE)
    return _Draft(row, lines, box.number, has_sign=has_sign)


def _topic(row: Row, wrap_at: int, *, is_card: bool) -> _Draft:
    start = SIDE if is_card else _TAG_INSET + _TAG_SIDE
    end = start + TAG_TIP - 2
    edge = _ROW_EDGE if is_card else 2 * _ROW_EDGE
    return _Draft(row, _title_and_facts(row.box, start, wrap_at), edge=edge, has_sign=False, end=end)


def _store(row: Row, *, is_first: bool) -> _Draft:
    box = row.box
    lines = _title_and_facts(box, TEXT_COLUMN)
    if box.changelog:
        words = f"+ changelog topic{'?' if box.is_changelog_unsure else ''}"
        lines = (*lines, *_below(lines, _lines((words,), TEXT_COLUMN, is_quiet=True)))
    return _Draft(row, lines, edge=_STORE_EDGE, rule_down=None if is_first else 0.0)


def _task(row: Row, above: Row | None) -> _Draft:
    if row.is_beside:
        return _Draft(row, _lines((row.box.title,), TEXT_COLUMN), end=_BESIDE_END)
    is_first = above is not None and above.kind is RowKind.STEP
    return _Draft(row, _title_and_facts(row.box, TEXT_COLUMN), rule_down=0.0 if is_first else None)


def _title_and_facts(box: Box, start: float, wrap_at: int = WRAP_AT) -> tuple[Words, ...]:
    """Put facts behind a title where both are short, else on lines below it."""
    name = box.short or box.title
    title = _lines(_wrapped(name, wrap_at), start)
    said = " · ".join(fact for fact in box.facts if fact != _SEEN.get(box.kind))
    if not said:
        return title
    short = _SHORT_IN_OVERVIEW if box.kind is Kind.SUB_TOPOLOGY else _SHORT
    if len(title) == 1 and len(name) + len(said) <= short and box.kind in _WITH_FACTS_BESIDE:
        return (*title, replace(title[0], text=said, x=start + title[0].width + _GAP, is_quiet=True))
    facts = [line for fact in box.facts if fact != _SEEN.get(box.kind) for line in _wrapped(fact, wrap_at)]
    return (*title, *_below(title, _lines(facts, start, is_quiet=True)))


def _wrapped(name: str, wrap_at: int) -> tuple[str, ...]:
    return wrap_evenly(name, wrap_at if len(name) <= _MANY_LINES * wrap_at else max(wrap_at, LONG_WRAP_AT))


def _sentence(text: str, start: float) -> tuple[Words, ...]:
    return _lines(wrap_words(text, SENTENCE_WRAP_AT), start, is_quiet=True)


def _filled(draft: _Draft, width: float) -> _Draft:
    """Let a sentence of ours go as far in a line as its card is wide anyway."""
    if draft.row.kind not in (RowKind.NOTE, RowKind.ALSO):
        return draft
    start = draft.lines[0].x
    for limit in range(min(len(draft.row.text), 3 * SENTENCE_WRAP_AT), SENTENCE_WRAP_AT, -1):
        lines = _lines(wrap_words(draft.row.text, limit), start, is_quiet=True)
        if max(line.width for line in lines) <= width - start - draft.end:
            return replace(draft, lines=lines)
    return draft


def _lines(texts: Iterable[str], start: float, *, is_quiet: bool = False) -> tuple[Words, ...]:
    return tuple(Words(text, start, 12.0 + index * LINE, is_quiet) for index, text in enumerate(texts))


def _below(lines: tuple[Words, ...], more: tuple[Words, ...]) -> Iterator[Words]:
    down = max(line.y for line in lines) + LINE - 12.0
    return (replace(line, y=line.y + down) for line in more)


def _place(draft: _Draft, top: float, width: float, *, is_alone: bool) -> MeasuredRow:
    across = (width - draft.width) / 2 if is_alone else 0.0
    down = top + draft.above + draft.edge
    words = [replace(line, x=line.x + across, y=line.y + down) for line in draft.lines]
    if draft.right:
        words = _numbered(words, draft.right, width - draft.end - across, is_alone=is_alone)
    tag = None
    if draft.row.kind is RowKind.TOPIC and draft.edge > _ROW_EDGE:
        tag = Size(width - 2 * _TAG_INSET, draft.height - 2 * _ROW_EDGE)
    sign = Point(SIGN_COLUMN + across, down + LINE / 2) if draft.has_sign else None
    rule_at = None if draft.rule_down is None else top + draft.rule_down
    return MeasuredRow(draft.row, top, draft.height, tuple(words), sign, tag, rule_at)


def _numbered(words: list[Words], text: str, right: float, *, is_alone: bool) -> list[Words]:
    """Put a number at the right edge, where numbers stand below each other; in a step alone, right behind the title."""
    title, *rest = words
    number = replace(title, text=text, is_quiet=True)
    behind = [one for one in rest if one.y == title.y]
    if not is_alone or not behind:
        return [*words, replace(number, x=right - number.width)]
    (fact,) = behind
    return [title, replace(number, x=fact.x), replace(fact, x=right - fact.width), *rest[1:]]
