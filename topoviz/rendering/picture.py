"""What a picture shows, as values: boxes, the ties between them, and the groups they stand in.

A picture knows words and kinds, but neither places nor colours. Keys are made by us (`p3`, `r0`, `t2`), so that no
user's text is ever an identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a box stands for; each kind has a shape of its own."""

    TOPIC = "topic"
    REPARTITION = "repartition"
    SOURCE = "source"
    SINK = "sink"
    STATELESS = "stateless"
    KEY_CHANGING = "key-changing"
    STATEFUL = "stateful"
    STORE = "store"
    GLOBAL_STORE = "global-store"
    SUB_TOPOLOGY = "sub-topology"
    TASK = "task"
    STATEFUL_TASK = "stateful-task"
    CLIENT = "client"
    THREAD = "thread"
    IDLE_THREAD = "idle-thread"
    GLOBAL_THREAD = "global-thread"
    ACTIVE = "active"
    STANDBY = "standby"
    WARM_UP = "warm-up"
    WITHHELD = "withheld"


class Change(StrEnum):
    """What became of a box between two pictures; NONE when nothing is compared."""

    NONE = "none"
    SAME = "same"
    CHANGED = "changed"
    MOVED = "moved"
    PROMOTED = "promoted"
    NEW = "new"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Box:
    """One thing in a picture: a node, a topic, a store or a sub-topology. Texts are whole: they wrap, nothing is cut.

    `number` is the thing's own number, such as `#7`; `facts` are short, one for each. `data_node` is the id of a plan
    node or the index of a runtime node, `data_topic` and `data_store` the number of a topic or store, and
    `data_sub_topology` that of the sub-topology that the box stands for: for pages that let people choose one.
    `changelog` is the name of the changelog topic that a store has of its own. `short` stands in a card instead of a
    title that names a topic, for that topic stands beside it. `data_task` is the id of a task, such as `0_3`, and
    `data_client` and `data_thread` are the numbers of a client and of a stream thread of it.
    """

    key: str
    kind: Kind
    title: str
    number: str = ""
    facts: tuple[str, ...] = ()
    tooltip: str = ""
    data_node: int | None = None
    data_topic: int | None = None
    data_store: int | None = None
    data_sub_topology: int | None = None
    data_task: str | None = None
    data_client: int | None = None
    data_thread: int | None = None
    group: int | None = None
    changes_key: bool = False
    is_unsure: bool = False
    changelog: str = ""
    is_changelog_unsure: bool = False
    change: Change = Change.NONE
    short: str = ""


@dataclass(frozen=True, slots=True)
class Tie:
    """A line between two boxes: where records flow, or which operator uses a store.

    Of an operator that uses a store, `writes` and
    `reads` say what it does with it; neither is set where that is not known.
    """

    tail: str
    head: str
    uses: bool = False
    writes: bool = False
    reads: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A frame round the boxes whose `group` is its number: a sub-topology, or a client where `client` is its number.

    `facts` are quiet lines below the title. `opened` holds the keys of what stands in it only because somebody opened
    it; without them it is one card.
    """

    id: int
    title: str
    is_global: bool = False
    opened: frozenset[str] = frozenset()
    facts: tuple[str, ...] = ()
    client: int | None = None
    change: Change = Change.NONE


@dataclass(frozen=True, slots=True)
class Picture:
    """Boxes and ties in a fixed order; `notes` are sentences that stand above the drawing."""

    title: str
    description: str
    boxes: tuple[Box, ...]
    ties: tuple[Tie, ...] = ()
    groups: tuple[Group, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def by_key(self) -> Mapping[str, Box]:
        """The boxes by their keys."""
        return {box.key: box for box in self.boxes}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two pictures that share keys, with a heading each; what has one key in both keeps its place."""

    title: str
    description: str
    before: Picture
    after: Picture
    before_heading: str
    after_heading: str
    notes: tuple[str, ...] = ()


class Undrawable(Exception):
    """There is no such picture; the message says why and what to do instead, in sentences for the user."""
