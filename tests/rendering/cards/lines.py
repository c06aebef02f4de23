"""Cards as lines of text, so that a test of folding reads as an example.

    r0: [orders] stream | filter #1 | join #2 (reads prices)
    r3 ×2 in 1: count #3 (store totals) … 3 more steps {r4 r5 r6}
    r0 > r3
    r1 ~ r0

A card's key stands before its rows: `[topic]`, a step by its title and number, and in brackets what belongs to the
step before it. `>` is a flow, `~` a tie from a store to who uses it.
"""

from topoviz.rendering.cards.model import Card, Cards, Link, Row, RowKind


def lines_of(cards: Cards) -> list[str]:
    """Write each card as a line, then each link."""
    return [*map(line_of, cards.cards), *map(link_line, cards.links)]


def card_lines(cards: Cards) -> list[str]:
    """Write each card as a line."""
    return [line_of(card) for card in cards.cards]


def link_lines(cards: Cards) -> list[str]:
    """Write each link as a line."""
    return [link_line(link) for link in cards.links]


def line_of(card: Card) -> str:
    """Write a card as a line."""
    times = f" ×{card.twins}" if card.twins > 1 else ""
    parts: list[str] = []
    for row in card.rows:
        text = _row(row)
        if parts and row.kind in (RowKind.STORE, RowKind.READS, RowKind.NOTE) and parts[-1]:
            parts[-1] += f" ({text})"
        else:
            parts.append(text)
    behind = f" + {{{' '.join(box.key for box in card.behind)}}}" if card.behind else ""
    return f"{card.key}{times}: {' | '.join(parts)}{behind}"


def link_line(link: Link) -> str:
    """Write a link as a line."""
    return f"{link.tail} {'~' if link.uses else '>'} {link.head}"


def _row(row: Row) -> str:
    hidden = f" {{{' '.join(box.key for box in row.boxes)}}}" if row.boxes else ""
    match row.kind:
        case RowKind.STEP:
            return f"{row.box.title} {row.box.number}".strip()
        case RowKind.TOPIC:
            return f"[{row.box.title}]"
        case RowKind.STORE:
            return f"store {row.box.title}"
        case RowKind.READS:
            return f"{row.text} {row.box.title}"
        case RowKind.NOTE:
            return row.text
        case _:
            return f"{row.text}{hidden}"
