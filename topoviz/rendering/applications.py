"""Applications joined by their topics: which one writes what another reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.regular_expressions import matches
from topoviz.rendering.cards.model import Card, Cards, Link, row_of
from topoviz.rendering.draw import placed, sheet_with
from topoviz.rendering.picture import Box, Kind, Undrawable
from topoviz.rendering.places.model import Panel
from topoviz.rendering.style import Theme
from topoviz.rendering.svg.font import with_font
from topoviz.rendering.svg.sheet import to_svg
from topoviz.rendering.words import counted

MOST_CARDS: Final = 80
"""Applications and topics in one picture; with more, nobody could follow its lines."""

_SIGNS: Final = "A box is an application, a tag a topic; records flow along the lines."


@dataclass(frozen=True, slots=True)
class Application:
    """An application with the topics of others that it reads and writes, and the patterns of topics that it reads."""

    name: str
    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    patterns: frozenset[str] = frozenset()

    def may_read(self, topic: str) -> bool:
        """Tell whether it reads a topic, by its name or by a pattern that is known to match."""
        return topic in self.reads or any(matches(topic, pattern) for pattern in self.patterns)


def joined_by(applications: Sequence[Application], wanted: Iterable[str] = ()) -> tuple[str, ...]:
    """Give the topics that stand between two applications, and those that are wanted, in the order of their names."""
    named = {topic for one in applications for topic in one.reads | one.writes}
    users = Counter(
        topic for one in applications for topic in named if topic in one.writes or one.may_read(topic)
    )  # fmt: skip
    return tuple(sorted({topic for topic, count in users.items() if count > 1} | set(wanted)))


def draw_applications(
    applications: Sequence[Application],
    topics: Sequence[str],
    *,
    panel: Panel = Panel.USUAL,
    theme: Theme = Theme.AUTO,
    carries_font: bool = True,
) -> str:
    """Draw applications and the topics between them as SVG; raises Undrawable when they are too many."""
    cards = application_cards(applications, topics)
    svg = to_svg(sheet_with(cards, (placed(cards, panel),), panel, with_legend=False), theme=theme)
    return with_font(svg) if carries_font else svg


def application_cards(applications: Sequence[Application], topics: Sequence[str]) -> Cards:
    """Say what the picture shows: a card for each application and topic, and lines along which records flow."""
    count = len(applications) + len(topics)
    if count > MOST_CARDS:
        raise Undrawable(
            f"The picture would have {count:,} applications and topics; the limit is {MOST_CARDS}. Look for one topic."
        )
    apps = {
        f"r{number}": Box(f"r{number}", Kind.STATELESS, one.name, tooltip=_tooltip(one))
        for number, one in enumerate(applications)
    }
    tags = {f"t{number}": Box(f"t{number}", Kind.TOPIC, topic, tooltip=topic) for number, topic in enumerate(topics)}
    links = []
    for (app, one), (tag, topic) in (
        (pair, tagged) for pair in zip(apps, applications, strict=True) for tagged in zip(tags, topics, strict=True)
    ):
        if topic in one.writes:
            links.append(Link(app, tag))
        if one.may_read(topic):
            links.append(Link(tag, app))
    return Cards(
        "Applications joined by topics",
        f"{counted(len(applications), 'application')}, {counted(len(topics), 'topic')}.",
        tuple(Card(box.key, (row_of(box),)) for box in (*apps.values(), *tags.values())),
        tuple(links),
        notes=(_SIGNS,) if apps else (),
    )


def _tooltip(one: Application) -> str:
    return f"{one.name}\nreads {counted(len(one.reads), 'topic')}, writes {counted(len(one.writes), 'topic')}"
