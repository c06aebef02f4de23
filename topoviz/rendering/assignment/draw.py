"""From who has which task and a view to what goes on a sheet, and to the files of all forms.

Where the panel is wide enough, lines lead from topics to tasks and on to threads; else topics with tasks stand above
clients with threads, and what is the same is found by its id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from topoviz.engine.tasks.task_id import TaskId
from topoviz.rendering.assignment.boxes import key_of_task
from topoviz.rendering.assignment.client_cards import OPEN_ONE, client_cards
from topoviz.rendering.assignment.dot_picture import whole_picture
from topoviz.rendering.assignment.holders import Holding
from topoviz.rendering.assignment.moves import ShownClient, as_they_are, moved, staying_tasks
from topoviz.rendering.assignment.task_cards import task_cards
from topoviz.rendering.assignment.views import TasksView, TasksViewName
from topoviz.rendering.cards.measure import measure
from topoviz.rendering.cards.model import FOLDED, Card, Cards, Link, RowKind
from topoviz.rendering.dot import to_dot
from topoviz.rendering.draw import arranged, placed, sheet_with
from topoviz.rendering.forms.chart import Chart, with_less, with_note
from topoviz.rendering.forms.chart_of_view import chart_of_cards
from topoviz.rendering.forms.excalidraw import write_sheet
from topoviz.rendering.forms.flowchart import REASON, Flowchart, first_fitting
from topoviz.rendering.forms.markdown import under_heading
from topoviz.rendering.forms.model import Form
from topoviz.rendering.forms.pdf import to_pdf
from topoviz.rendering.forms.plantuml import write as write_plantuml
from topoviz.rendering.picture import Change, Kind, Undrawable
from topoviz.rendering.places import model as places
from topoviz.rendering.places.model import Size
from topoviz.rendering.places.shelves import readable_width
from topoviz.rendering.png import to_png
from topoviz.rendering.style import Theme
from topoviz.rendering.svg.font import with_font
from topoviz.rendering.svg.sheet import Panel, Sheet, to_svg
from topoviz.rendering.topology_picture import Scene
from topoviz.rendering.words import counted

MOST_JOINED: Final = 24
"""Tasks from which lines lead to threads; with more, nobody could follow them."""

MOST_COLUMNS: Final = 6
"""Threads of a client beside each other."""

NOTHING_BEFORE: Final = (
    "What the clients had before is not known, so nothing can be compared. Say it in the cluster, or draw the tasks as "
    "they are (view tasks)."
)
NO_CLIENTS: Final = "Nobody said which clients there are, so no one has these tasks yet. Give a cluster."
_SAID: Final = {Change.MOVED: "moved", Change.PROMOTED: "promoted", Change.NEW: "new", Change.CHANGED: "changed role"}


@dataclass(frozen=True, slots=True)
class _Parts:
    """What is shown of topics with tasks, and of clients with threads; where both are one picture, the first is all."""

    shown: Cards
    above: Cards | None
    below: Cards | None
    joined: Panel | None = None


def write_holding(scene: Scene, holding: Holding, view: TasksView, form: Form, theme: Theme = Theme.AUTO) -> bytes:
    """Give the file of a view in a form; raises Undrawable with a sentence when there is none."""
    return _WRITERS[form](scene, holding, view.plain(form), theme)


def sheet_of(scene: Scene, holding: Holding, view: TasksView) -> Sheet:
    """Give everything that a view shows its place; raises Undrawable."""
    parts = _parts(scene, holding, view)
    place = view.shown.panel
    if parts.joined is not None:
        return sheet_with(parts.shown, (parts.joined,), place)
    both = [part for part in (parts.above, parts.below) if part is not None]
    panels = [_in_columns(part, place) if part is parts.below else placed(part, place) for part in both]
    headed = (replace(one, heading=one.cards.title if len(both) > 1 else None) for one in panels)
    return replace(sheet_with(parts.shown, tuple(headed), place), is_stacked=True)


def _in_columns(cards: Cards, place: places.Panel) -> Panel:
    """Place threads of one width, in as many columns in every client as make all of it the least high."""
    least = Size(max((measure(card).size.width for card in cards.cards), default=0.0), 0.0)
    first = placed(cards, place, least)
    tried = [first]
    if cards.groups:
        tried += [
            arranged(replace(cards, columns=count), first.measures, place) for count in range(2, MOST_COLUMNS + 1)
        ]
    widest = readable_width(place.size)
    fitting = [one for one in tried if one.arrangement.size.width <= widest] or tried[:1]
    return min(fitting, key=lambda one: one.arrangement.size.height)


def cards_of(scene: Scene, holding: Holding, view: TasksView) -> Cards:
    """Say what a view shows at once, of both parts together; raises Undrawable."""
    return _parts(scene, holding, view).shown


def _parts(scene: Scene, holding: Holding, view: TasksView) -> _Parts:
    widest = readable_width(view.shown.panel.size)
    if view.name is not TasksViewName.TASKS:
        below = _clients(scene, holding, view)
        return _Parts(_with_notes(below, holding), None, below)
    above = task_cards(scene, holding.tasks, view.folding, widest)
    if holding.clients is None:
        return _Parts(_with_notes(above, holding), above, None)
    below = _clients(scene, holding, view)
    both = _with_notes(
        Cards(
            "Topics, tasks and stream threads",
            f"{above.description} {below.description}",
            (*above.cards, *below.cards),
            above.links,
            (*above.groups, *below.groups),
            (*above.notes, *below.notes),
            columns=MOST_COLUMNS,
        ),
        holding,
    )
    lines = _lines(both)
    if lines is not None:
        joined = placed(replace(both, links=(*both.links, *lines)), view.shown.panel)
        if joined.arrangement.size.width <= widest:
            return _Parts(joined.cards, above, below, joined)
    return _Parts(both, above, below)


def _clients(scene: Scene, holding: Holding, view: TasksView) -> Cards:
    if holding.clients is None:
        raise Undrawable(NO_CLIENTS)
    if view.name is not TasksViewName.MOVES:
        cards = client_cards(scene, holding.tasks, as_they_are(holding.clients), view.folding)
        return replace(cards, title=f"{cards.title}{'?' if holding.doubts else ''}")
    if holding.before is None:
        raise Undrawable(NOTHING_BEFORE)
    clients = moved(holding.before, holding.clients)
    cards = client_cards(scene, holding.tasks, clients, view.folding)
    title = "What changes in this step" if holding.moment else "What moves in the rebalance"
    return replace(cards, title=title, notes=(_summary(clients), *cards.notes))


def _summary(clients: tuple[ShownClient, ...]) -> str:
    """Count what became of tasks."""
    found = [one.change for one in staying_tasks(clients)]
    said = [f"{number:,} {word}" for change, word in _SAID.items() if (number := found.count(change))]
    same = found.count(Change.SAME)
    if not said and all(client.change is Change.SAME for client in clients):
        return "Nothing moves: everything stays where it is."
    return f"{counted(len(found), 'task')} and copies: {', '.join([*said, f'{same:,} stay as they are'])}."


def _with_notes(cards: Cards, holding: Holding) -> Cards:
    doubts = (f"? {doubt}" for doubt in holding.doubts)
    moment = (holding.moment,) if holding.moment else ()
    return replace(cards, notes=(*moment, *cards.notes, *holding.notes, *doubts))


def _lines(both: Cards) -> tuple[Link, ...] | None:
    """Lead from each task to the threads that have it; None where not all are to be seen, or too many."""
    tasks = {card.key for card in both.cards if card.key.startswith("k")}
    if len(tasks) > MOST_JOINED or any(card.hidden for card in both.cards):
        return None
    links = tuple(link for card in both.cards for link in _to_thread(card))
    return links if all(link.tail in tasks for link in links) else None


def _to_thread(card: Card) -> Iterator[Link]:
    """Lead to a thread from what it has; a task that it only keeps a copy of, or waits for, hangs on by dots."""
    rows = [row.box for row in card.rows if row.kind is RowKind.TASK]
    by_task = {box.data_task: box for box in sorted(rows, key=lambda box: box.kind is Kind.ACTIVE)}
    for task, box in by_task.items():
        assert task is not None
        sub_topology, partition = map(int, task.split("_"))
        yield Link(key_of_task(TaskId(sub_topology, partition)), card.key, uses=box.kind is not Kind.ACTIVE)


# --- forms ------------------------------------------------------------------------------------------------------------

_Writer = Callable[[Scene, Holding, TasksView, Theme], bytes]


def _svg(scene: Scene, holding: Holding, view: TasksView, theme: Theme) -> bytes:
    return with_font(to_svg(sheet_of(scene, holding, view), theme=theme)).encode()


def _png(scene: Scene, holding: Holding, view: TasksView, theme: Theme) -> bytes:
    return to_png(to_svg(sheet_of(scene, holding, view), theme=theme, with_style=False), theme, view.shown.panel)


def _pdf(scene: Scene, holding: Holding, view: TasksView, _: Theme) -> bytes:
    return to_pdf(to_svg(sheet_of(scene, holding, view), theme=Theme.LIGHT, with_style=False))


def _excalidraw(scene: Scene, holding: Holding, view: TasksView, _: Theme) -> bytes:
    return write_sheet(sheet_of(scene, holding, view)).encode()


def _dot(scene: Scene, holding: Holding, _: TasksView, __: Theme) -> bytes:
    return to_dot(whole_picture(scene, holding)).encode()


def _plantuml(scene: Scene, holding: Holding, view: TasksView, _: Theme) -> bytes:
    return write_plantuml(_chart(scene, holding, view), scene.analyzed.name).encode()


def _mermaid(scene: Scene, holding: Holding, view: TasksView, _: Theme) -> bytes:
    return _flowchart(scene, holding, view).text.encode()


def _markdown(scene: Scene, holding: Holding, view: TasksView, _: Theme) -> bytes:
    return under_heading(_flowchart(scene, holding, view), scene.analyzed.name).encode()


def _flowchart(scene: Scene, holding: Holding, view: TasksView) -> Flowchart:
    return first_fitting(_charts(scene, holding, view), scene.analyzed.name)


def _charts(scene: Scene, holding: Holding, view: TasksView) -> Iterator[Chart]:
    yield _chart(scene, holding, view)
    folded = replace(view, shown=replace(view.shown, opened=FOLDED.shown, is_whole=False))
    chart = with_note(_chart(scene, holding, folded), f"{REASON} It is folded here.")
    yield chart
    yield from with_less(chart)


def _chart(scene: Scene, holding: Holding, view: TasksView) -> Chart:
    """Write cards as words, without what only a reader who can press something may do."""
    cards = cards_of(scene, holding, view)
    return chart_of_cards(replace(cards, notes=tuple(note.removesuffix(OPEN_ONE).rstrip() for note in cards.notes)))


_WRITERS: Final[dict[Form, _Writer]] = {
    Form.SVG: _svg,
    Form.PNG: _png,
    Form.PDF: _pdf,
    Form.EXCALIDRAW: _excalidraw,
    Form.DOT: _dot,
    Form.MERMAID: _mermaid,
    Form.PLANTUML: _plantuml,
    Form.MARKDOWN: _markdown,
}
