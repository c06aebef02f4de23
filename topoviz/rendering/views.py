"""Views: what is drawn, how much of it is opened and for how large a place, and the one text that says so.

`topology`, `sub-topology:4`, `around:r12:2`, each with `;whole`, `;open=r5,t3` or `;panel=wide` behind it. One drawing
has one text: keys are sorted, and what is usual is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from topoviz.rendering.cards.model import Folding, Level
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.model import Panel

MAX_OPENED: Final = 60
MAX_STEPS: Final = 9
MAX_TEXT: Final = 640
"""More characters than the text of any view has."""

_KEY: Final = r"[prtsxgch](?:0|[1-9]\d{0,6})"
_NUMBERED: Final = re.compile(r"sub-topology:(0|[1-9]\d{0,6})", re.ASCII)
_AROUND: Final = re.compile(rf"around:({_KEY}):([1-{MAX_STEPS}])", re.ASCII)


class ViewName(StrEnum):
    """What can be drawn. A sub-topology is chosen by its number, and what is around something by its key."""

    PLAN = "plan"
    PLAN_OPTIMIZED = "plan-optimized"
    BEFORE_AFTER = "before-after"
    TOPOLOGY = "topology"
    OVERVIEW = "overview"
    SUB_TOPOLOGY = "sub-topology"
    AROUND = "around"
    LEGEND = "legend"


_ALONE: Final = tuple(name for name in ViewName if name not in (ViewName.SUB_TOPOLOGY, ViewName.AROUND))


@dataclass(frozen=True, slots=True)
class View:
    """What is drawn: `number` is that of a sub-topology, `centre` and `steps` say around what and how far.

    `opened` holds the keys of things that nothing may hide.
    """

    name: ViewName
    number: int | None = None
    centre: str = ""
    steps: int = 0
    opened: frozenset[str] = frozenset()
    is_whole: bool = False
    panel: Panel = Panel.USUAL

    @property
    def folding(self) -> Folding:
        """What folding may hide."""
        level = Level.OVERVIEW if self.name is ViewName.OVERVIEW else Level.CARDS
        return Folding(self.opened, self.is_whole, level)

    @property
    def plain(self) -> View:
        """The same view with nothing opened, for the usual place."""
        return View(self.name, self.number, self.centre, self.steps)

    @property
    def subject(self) -> str:
        """What is drawn, without how much of it is opened."""
        match self.name:
            case ViewName.SUB_TOPOLOGY:
                return f"{self.name}:{self.number}"
            case ViewName.AROUND:
                return f"{self.name}:{self.centre}:{self.steps}"
            case _:
                return str(self.name)

    @property
    def opened_text(self) -> str:
        """The keys of what is opened, in order, with commas between them."""
        return ",".join(sorted(self.opened, key=_by_number))

    @property
    def text(self) -> str:
        """The text that `parse_view` reads."""
        panel = "" if self.panel is Panel.USUAL else self.panel
        return text_of(self.subject, opened=self.opened_text, is_whole=self.is_whole, panel=panel)


def parse_view(text: str) -> View:
    """Read the text of a view, its parts in any order; raises Undrawable with what to write instead."""
    subject = text.partition(";")[0]
    view = _parse_subject(subject)
    shown = parse_shown(text[len(subject) :])
    return replace(view, opened=shown.opened, is_whole=shown.is_whole, panel=shown.panel)


@dataclass(frozen=True, slots=True)
class Shown:
    """How much of a view is opened, and for how large a place it is drawn; of what is whole everything is open."""

    opened: frozenset[str] = frozenset()
    is_whole: bool = False
    panel: Panel = Panel.USUAL


NOTHING_OPENED: Final = Shown()


def parse_shown(text: str) -> Shown:
    """Read what stands behind the subject of a view, such as `;open=r5;panel=wide`; raises Undrawable."""
    shown = Shown()
    seen = set()
    for part in text.split(";")[1:]:
        word, equals, value = part.partition("=")
        if word in seen:
            raise Undrawable(f"{word} is said twice. Say it once.")
        seen.add(word)
        shown = _with_part(shown, word, value, has_value=bool(equals))
    return replace(shown, opened=frozenset()) if shown.is_whole else shown


def is_key(text: str) -> bool:
    """Tell whether this is the key of something in a picture, such as `r5`."""
    return re.fullmatch(_KEY, text, re.ASCII) is not None


def view_of(subject: str, *, opened: str = "", is_whole: bool = False, panel: str = "") -> View:
    """Read a view whose parts are given one by one, as text; raises Undrawable as `parse_view` does."""
    return parse_view(text_of(subject, opened=opened, is_whole=is_whole, panel=panel))


def text_of(subject: str, *, opened: str = "", is_whole: bool = False, panel: str = "") -> str:
    """Write the text of a view whose parts are given one by one, as they are."""
    parts = [subject]
    parts += ["whole"] if is_whole else []
    parts += [f"open={opened}"] if opened else []
    parts += [f"panel={panel}"] if panel else []
    return ";".join(parts)


def _parse_subject(subject: str) -> View:
    if (numbered := _NUMBERED.fullmatch(subject)) is not None:
        return View(ViewName.SUB_TOPOLOGY, int(numbered[1]))
    if (around := _AROUND.fullmatch(subject)) is not None:
        return View(ViewName.AROUND, centre=around[1], steps=int(around[2]))
    if subject in _ALONE:
        return View(ViewName(subject))
    raise Undrawable(
        f"There is no view of this name. Choose one of: {', '.join(_ALONE)}, sub-topology:NUMBER, around:KEY:STEPS "
        f"(such as around:r12:2, what is at most 2 steps from node 12; at most {MAX_STEPS} steps)."
    )


def _with_part(shown: Shown, word: str, value: str, *, has_value: bool) -> Shown:
    match word:
        case "whole" if not has_value:
            return replace(shown, is_whole=True)
        case "open" if has_value:
            return replace(shown, opened=_parse_keys(value))
        case "panel" if value in tuple(Panel):
            return replace(shown, panel=Panel(value))
        case "panel":
            raise Undrawable(f"There is no such panel. Choose {', '.join(Panel)}.")
        case _:
            raise Undrawable("Behind a view can stand: ;whole, ;open=KEY,KEY and ;panel=NAME, and nothing else.")


def _parse_keys(text: str) -> frozenset[str]:
    keys = frozenset(text.split(",")) if text else frozenset()
    if not all(map(is_key, keys)):
        raise Undrawable(
            "What is opened is said by keys with commas between them, such as r5,t3: r and the number of a node, "
            "p of a plan's node, t of a topic, s of a store, x of a sink that chooses its topic, g of a sub-topology, "
            "c of a client, h of a stream thread."
        )
    if len(keys) > MAX_OPENED:
        raise Undrawable(f"At most {MAX_OPENED} things can be opened one by one. Draw the whole picture instead.")
    return keys


def _by_number(key: str) -> tuple[str, int]:
    return key[0], int(key[1:])
