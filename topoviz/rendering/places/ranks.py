"""Which row each node stands in and how far to the right: Graphviz finds it, for several graphs in one process."""

from __future__ import annotations

import json
import math
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from topoviz.rendering.dot_stand_in import BETWEEN
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.graphviz import find_dot, run_dot
from topoviz.rendering.places.layers import Ends, Graph, Link, Node, Place, Ranked, backward

_PIXELS_PER_INCH: Final = 72
_CALMER_ABOVE: Final = 800
"""Nodes; above this, Graphviz is told to settle for less, which makes large graphs several times faster."""

_NO_LINE: Final = -1
"""The id of what only says which node stands beside which."""

Points = list[tuple[float, float]]


def rank(graphs: Sequence[Graph]) -> list[Ranked]:
    """Find rows and places in rows; raises Undrawable with a sentence when that is not possible.

    What is only one node after another needs no Graphviz.
    """
    found = [_chain(graph) for graph in graphs]
    hard = [graph for graph, ranked in zip(graphs, found, strict=True) if ranked is None]
    if not hard:
        return [ranked for ranked in found if ranked is not None]
    source = BETWEEN.decode().join("\n".join(_dot(graph, backward(graph))) for graph in hard)
    text = run_dot(source, find_dot(os.environ)).decode()
    try:
        answers = iter(list(_answers(text, hard)))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise Undrawable(
            "Graphviz gave an answer that cannot be read. Check that dot is Graphviz 2.42 or later."
        ) from error
    return [next(answers) if ranked is None else ranked for ranked in found]


# --- one after another ------------------------------------------------------------------------------------------------


def _chain(graph: Graph) -> Ranked | None:
    """Put nodes that follow one another under each other, each line straight."""
    pairs = {(link.tail, link.head) for link in graph.links}
    after = dict(pairs)
    heads = {head for _, head in pairs}
    if len(after) < len(pairs) or len(heads) < len(pairs) or len(pairs) != len(graph.nodes) - 1:
        return None
    (node,) = set(range(len(graph.nodes))) - heads
    by_ends = {(link.tail, link.head): link for link in graph.links if not link.is_tie or link.tail_at is not None}
    rows, middles = [0] * len(graph.nodes), [0.0] * len(graph.nodes)
    for row in range(1, len(graph.nodes)):
        if node not in after:  # A circle beside it.
            return None
        following = after[node]
        rows[following], middles[following] = row, middles[node]
        if (link := by_ends.get((node, following))) is not None:
            middles[following] += _off(graph, node, link.tail_at) - _off(graph, following, link.head_at)
        node = following
    return Ranked(tuple(rows), tuple(middles), {link.ends: () for link in graph.links})


def _off(graph: Graph, node: int, at: float | None) -> float:
    return 0.0 if at is None else at - graph.nodes[node].size.width / 2


# --- what is asked ----------------------------------------------------------------------------------------------------


def _dot(graph: Graph, back: frozenset[Link]) -> Iterator[str]:
    calmer = ", nslimit=2, nslimit1=2, mclimit=0.5" if len(graph.nodes) > _CALMER_ABOVE else ""
    yield f"digraph {{\ngraph [nodesep=0.22, ranksep=0.35{calmer}]"
    yield 'node [shape=box, fixedsize=true, label=""]\nedge [dir=none, tailport=s, headport=n]'
    tops, bottoms = _ports(graph, back)
    in_order = _in_order(graph)
    for index, node in enumerate(graph.nodes):
        label = _label(node, sorted(tops[index]), sorted(bottoms[index])) if tops[index] or bottoms[index] else ""
        fixed = ", ordering=out" if index in in_order else ""
        yield f"n{index} [width={_inches(node.size.width)}, height={_inches(node.size.height)}{fixed}{label}]"
    for places, name in (((Place.FIRST, Place.HIGHEST), "source"), ((Place.LAST, Place.LOWEST), "sink")):
        edge = " ".join(f"n{index}" for index, node in enumerate(graph.nodes) if node.place in places)
        yield f"{{rank={name}; {edge}}}"
    beside: dict[int, list[str]] = defaultdict(list)
    for index, node in enumerate(graph.nodes):
        if node.row is not None:
            beside[node.row].append(f"n{index}")
    for row in beside.values():
        yield f"{{rank=same; {' -> '.join(row)} [style=invis, tailport=e, headport=w, id={_NO_LINE}]}}"
    flow = {link.ends for link in graph.links if not link.is_tie}
    asked = _asked(graph, back)
    order = [graph.nodes[ends[2]].order if ends[0] in in_order else -1 for ends in asked]
    for index in sorted(range(len(asked)), key=order.__getitem__):
        ends = asked[index]
        tail, tail_at, head, head_at = ends
        leaves = "" if tail_at is None else f":b{tail_at:.0f}:s"
        arrives = "" if head_at is None else f":t{head_at:.0f}:n"
        # What crosses a line that stands there twice counts twice, so rather ties cross than flows.
        twice = 2 if ends in flow and len(flow) < len(asked) else 1
        yield from [f"n{tail}{leaves} -> n{head}{arrives} [id={index}]"] * twice
    yield "}"


def _in_order(graph: Graph) -> set[int]:
    """Find the nodes below which all is a tree: what follows them may stand in its order, and no line crosses."""
    tails: dict[int, set[int]] = defaultdict(set)
    heads: dict[int, set[int]] = defaultdict(set)
    for link in graph.links:
        tails[link.head].add(link.tail)
        heads[link.tail].add(link.head)
    # What has two ways into it is in no tree, nor is anything above it; a line that goes on may have to cross others.
    outside = [at for at, node in enumerate(graph.nodes) if len(tails[at]) > 1 or node.place is Place.LAST]
    above: set[int] = set()
    while outside:
        found = tails[outside.pop()] - above
        above |= found
        outside += found
    known = {node for node, following in heads.items() if all(graph.nodes[head].order for head in following)}
    return known - above


def _asked(graph: Graph, back: frozenset[Link]) -> list[Ends]:
    return list(dict.fromkeys(link.ends for link in graph.links if link not in back))


def _ports(graph: Graph, back: frozenset[Link]) -> tuple[list[set[float]], list[set[float]]]:
    tops: list[set[float]] = [set() for _ in graph.nodes]
    bottoms: list[set[float]] = [set() for _ in graph.nodes]
    for tail, tail_at, head, head_at in _asked(graph, back):
        if tail_at is not None:
            bottoms[tail].add(tail_at)
        if head_at is not None:
            tops[head].add(head_at)
    return tops, bottoms


def _label(node: Node, tops: Sequence[float], bottoms: Sequence[float]) -> str:
    """Make a table without any text, whose cells stand where lines arrive and leave.

    Graphviz sorts the ports of a node by their angle about its middle, against the clock from the very top. Left comes
    before right only below the middle, so that is where all ports are; how high they are makes no difference to us.
    """
    width, height = round(node.size.width), max(round(node.size.height), 8)
    above = height // 2 + min(width // 2, height // 2 - 2)
    top, bottom = (
        f'<TR><TD FIXEDSIZE="TRUE" WIDTH="{width}" HEIGHT="{high}"></TD></TR>' for high in (above, height - 2 - above)
    )
    rows = f"{top}{_cells('t', tops, width)}{_cells('b', bottoms, width)}{bottom if above < height - 2 else ''}"
    return f", shape=none, margin=0, label=<{_table(width, height, rows)}>"


def _cells(side: str, places: Iterable[float], width: int) -> str:
    cells, done = "", 0
    for at in places:
        if round(at) - 1 > done:
            cells += f'<TD FIXEDSIZE="TRUE" WIDTH="{round(at) - 1 - done}" HEIGHT="1"></TD>'
        cells += f'<TD PORT="{side}{at:.0f}" FIXEDSIZE="TRUE" WIDTH="2" HEIGHT="1"></TD>'
        done = round(at) + 1
    if width > done:
        cells += f'<TD FIXEDSIZE="TRUE" WIDTH="{width - done}" HEIGHT="1"></TD>'
    return f"<TR><TD>{_table(width, 1, f'<TR>{cells}</TR>')}</TD></TR>"


def _table(width: int, height: int, rows: str) -> str:
    bare = 'BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"'
    return f'<TABLE {bare} FIXEDSIZE="TRUE" WIDTH="{width}" HEIGHT="{height}">{rows}</TABLE>'


def _inches(pixels: float) -> str:
    return f"{max(pixels, 1) / _PIXELS_PER_INCH:.4f}"


# --- what is answered -------------------------------------------------------------------------------------------------


def _answers(text: str, graphs: Iterable[Graph]) -> Iterator[Ranked]:
    decoder, start = json.JSONDecoder(), 0
    for graph in graphs:
        start = text.index("{", start)
        answer, start = decoder.raw_decode(text, start)
        yield _read(graph, answer)


def _read(graph: Graph, answer: Any) -> Ranked:
    places: dict[int, tuple[float, float]] = {
        int(item["name"][1:]): _point(item["pos"])
        for item in answer["objects"]
        if item["name"].startswith("n") and "pos" in item
    }
    if len(places) != len(graph.nodes):
        raise ValueError("something has no place")
    # The upper edge of the picture is where y is largest.
    heights = sorted({y for _, y in places.values()}, reverse=True)
    row_at = {y: row for row, y in enumerate(heights)}
    rows = tuple(row_at[places[index][1]] for index in range(len(graph.nodes)))
    splines = {int(item["id"]): item["pos"] for item in answer.get("edges", ()) if item["id"] != str(_NO_LINE)}
    back = backward(graph)
    passes = {
        ends: _passes(splines[index], heights[rows[ends[0]] + 1 : rows[ends[2]]])
        for index, ends in enumerate(_asked(graph, back))
    }
    return Ranked(rows, tuple(places[index][0] for index in range(len(graph.nodes))), passes, back)


def _passes(spline: str, heights: Sequence[float]) -> tuple[float, ...]:
    """Say where a curve is at some heights, from the highest to the lowest."""
    if not heights:
        return ()
    points = [_point(part) for part in spline.split()]
    pieces = [points[start : start + 4] for start in range(0, len(points) - 3, 3)]
    return tuple(_across(pieces, height) for height in heights)


def _across(pieces: Sequence[Points], height: float) -> float:
    piece = next((piece for piece in pieces if piece[-1][1] <= height), pieces[-1])
    above, below = 0.0, 1.0
    for _ in range(12):
        t = (above + below) / 2
        if _bezier(t, *(y for _, y in piece)) > height:
            above = t
        else:
            below = t
    return _bezier(below, *(x for x, _ in piece))


def _bezier(t: float, a: float, b: float, c: float, d: float) -> float:
    u = 1 - t
    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d


def _point(text: str) -> tuple[float, float]:
    x, y = map(float, text.split(","))
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError("a place that is no number")
    return x, y
