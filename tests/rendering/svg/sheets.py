"""Draw cards that were made by hand, below each other."""

from dataclasses import replace

from topoviz.rendering.cards.measure import measure
from topoviz.rendering.cards.model import Cards
from topoviz.rendering.places.model import Arrangement, Point, Rectangle, Size, Way
from topoviz.rendering.svg.sheet import Panel, Sheet, to_svg

GAP = 40.0


def panel_of(cards, links=(), groups=(), heading=None):
    """Put cards into a column, with a straight way from each tail down to each head."""
    named = tuple(replace(one, key=f"r{index}") if len(cards) > 1 else one for index, one in enumerate(cards))
    measures = {one.key: measure(one) for one in named}
    spots, top = {}, 40.0
    for key, measured in measures.items():
        spots[key] = Rectangle(20.0, top, measured.size.width, measured.size.height)
        top += measured.size.height + GAP
    width = 40 + max((spot.width for spot in spots.values()), default=0.0)
    ways = tuple(Way((Point(30, spots[link.tail].bottom), Point(30, spots[link.head].y))) for link in links)
    frames = {group.id: Rectangle(0, 0, width, top) for group in groups}
    whole = Cards("Cards", "By hand.", named, tuple(links), tuple(groups))
    return Panel(whole, measures, Arrangement(Size(width, top), spots, frames, ways), heading)


def drawn(cards, links=(), groups=(), **options):
    """Draw cards as SVG."""
    return to_svg(Sheet("Cards", "By hand.", (panel_of(cards, links, groups),)), **options)
