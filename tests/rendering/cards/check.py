"""Hold what must be true of every picture that is folded and placed against a folder of dumps.

`python -m tests.rendering.cards.check FOLDER` prints what breaks, by file and view, and how many pictures were tried.
"""

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.rendering.cards.invariants import broken
from tests.rendering.places.invariants import misplaced
from topoviz.engine.analysis import analyze
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.rendering.cards.fold import fold
from topoviz.rendering.cards.ground import ground_of
from topoviz.rendering.cards.measure import measure
from topoviz.rendering.cards.model import WHOLE, Folding, Level
from topoviz.rendering.picture import Picture, Undrawable
from topoviz.rendering.places.arrange import arrange
from topoviz.rendering.places.model import Panel
from topoviz.rendering.topology_picture import draw_sub_topology, draw_topology, scene_of


def topologies_of_dump(text: str) -> tuple[AnalyzedTopology, ...]:
    """Read the dumps in a text."""
    settings = Settings(language=Language.DESCRIBE)
    return analyze(Submission(Bundle((SourceFile("dump.txt", text),)), settings)).topologies


def pictures_of(topology: AnalyzedTopology) -> Iterator[tuple[str, Picture]]:
    """Draw a whole topology, and each of its sub-topologies if it has several; nothing where it cannot be drawn."""
    try:
        scene = scene_of(topology)
        yield "topology", draw_topology(scene)
        numbers = [group.id for group in topology.groups]
        for number in numbers if len(numbers) > 1 else ():
            yield f"sub-topology {number}", draw_sub_topology(scene, number)
    except Undrawable:
        return


def places_broken(picture: Picture) -> Iterator[str]:
    """Say what stands over another thing, and which lines go through what, in a picture at every level and whole."""
    for folding in (*(Folding(level=level) for level in Level), WHOLE):
        cards = fold(picture, folding)
        ground = ground_of(cards, {card.key: measure(card).size for card in cards.cards})
        yield from misplaced(ground, arrange(ground, Panel.USUAL))


def main(folder: Path) -> int:
    """Print what breaks, and give how many pictures did."""
    number = wrong = 0
    for path in sorted(folder.glob("*.txt")):
        topologies = topologies_of_dump(path.read_text(encoding="utf-8", errors="replace"))
        for view, picture in chain.from_iterable(map(pictures_of, topologies)):
            number += 1
            found = [*broken(picture, most_opened=50), *places_broken(picture)]
            wrong += bool(found)
            for what in found[:5]:
                print(f"{path.name}, {view}: {what}")
    print(f"{number} pictures, {wrong} broken")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(Path(sys.argv[1]))))
