"""How a program is refused: for what, by whom, with which exception, in which words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from topoviz.engine.source import Origin


class Why(StrEnum):
    """What a program is refused for, whatever words this version has for it."""

    # topics and source nodes
    DUPLICATE_TOPIC = "duplicate-topic"
    DUPLICATE_REPARTITION_TOPIC = "duplicate-repartition-topic"
    TOPIC_MATCHES_PATTERN = "topic-matches-pattern"
    OVERLAPPING_PATTERNS = "overlapping-patterns"
    OVERLAPPING_TOPICS = "overlapping-topics"
    DIFFERENT_OFFSET_RESETS = "different-offset-resets"
    NO_TOPIC = "no-topic"
    DIFFERENT_PARTITION_COUNTS = "different-partition-counts"
    NOT_COPARTITIONED = "not-copartitioned"

    # the optimizer
    NULL_KEY_CHANGING_CHILD = "null-key-changing-child"
    OPTIMIZER_CHANGED_MAP = "optimizer-changed-map"
    TWO_MERGES = "two-merges"
    SELF_JOIN_ORDER = "self-join-order"
    ILLEGAL_OPTIMIZATION = "illegal-optimization"

    # nodes and their names
    DUPLICATE_PROCESSOR = "duplicate-processor"
    DUPLICATE_REPARTITION_NAME = "duplicate-repartition-name"
    SAME_SOURCE_AND_PROCESSOR = "same-source-and-processor"
    OWN_PARENT = "own-parent"
    MISSING_PARENT = "missing-parent"
    RIGHT_TABLE_COMES_LATER = "right-table-comes-later"
    NO_PARENT = "no-parent"
    PROCESSOR_BELOW_SINK = "processor-below-sink"
    SINK_AS_PARENT = "sink-as-parent"
    ILLEGAL_NAME = "illegal-name"
    NAMES_DEMANDED = "names-demanded"

    # state stores
    DUPLICATE_STORE = "duplicate-store"
    SOURCE_STORE_TWICE = "source-store-twice"
    SAME_STORE_SUPPLIERS = "same-store-suppliers"
    MISSING_STORE = "missing-store"
    NO_STORE_NAMED = "no-store-named"
    STORE_OF_SOURCE_OR_SINK = "store-of-source-or-sink"
    GLOBAL_STORE_CONNECTED = "global-store-connected"
    LOGGED_GLOBAL_STORE = "logged-global-store"
    GLOBAL_TABLE_WITHOUT_STORE = "global-table-without-store"
    VERSIONED_GLOBAL_TABLE = "versioned-global-table"
    VERSIONED_STORE_WITH_CACHE = "versioned-store-with-cache"
    STORE_TYPE_BESIDE_SUPPLIER = "store-type-beside-supplier"
    FIXED_LOG_SETTINGS = "fixed-log-settings"
    RETENTION_TOO_SHORT = "retention-too-short"
    JOIN_STORE_DIFFERS = "join-store-differs"
    JOIN_STORE_DROPS_DUPLICATES = "join-store-drops-duplicates"

    # windows, times and what operators are given
    NO_WINDOWS = "no-windows"
    FINAL_GRACE = "final-grace"
    NO_WINDOWS_OF_A_JOIN = "no-windows-of-a-join"
    CLOSED_COGROUP = "closed-cogroup"
    FOREIGN_KEY_SERDES = "foreign-key-serdes"
    UNLIMITED_NEVER_CLOSE = "unlimited-never-close"
    NO_SUCH_TIME = "no-such-time"
    ILLEGAL_SIZE = "illegal-size"
    GRACE_WITHOUT_VERSIONS = "grace-without-versions"
    GRACE_PAST_HISTORY = "grace-past-history"
    OWN_SUPPRESSED = "own-suppressed"
    VERSIONED_SUPPRESSED = "versioned-suppressed"
    SHARED_SUPPLIER_OBJECT = "shared-supplier-object"
    NO_PREDICATE = "no-predicate"
    HALF_A_SERDE = "half-a-serde"
    CLASS_WITHOUT_SERDE = "class-without-serde"
    NO_FILE = "no-file"
    NULL_ARGUMENT = "null-argument"

    # settings
    SETTING_MISSING = "setting-missing"
    ILLEGAL_SETTING = "illegal-setting"
    SETTING_IS_NO_TEXT = "setting-is-no-text"

    # the compiler
    DOES_NOT_COMPILE = "does-not-compile"
    CLASS_REMOVED = "class-removed"

    # the program itself, and Java's own library for it
    THROWN_BY_PROGRAM = "thrown-by-program"
    FIXED_COLLECTION = "fixed-collection"
    CHANGED_WHILE_WALKED = "changed-while-walked"
    KEY_TWICE = "key-twice"
    STREAM_USED_TWICE = "stream-used-twice"
    NOT_READABLE = "not-readable"
    OUT_OF_BOUNDS = "out-of-bounds"
    NOTHING_THERE = "nothing-there"
    NOT_A_VALUE = "not-a-value"
    NULL_USED = "null-used"
    ILLEGAL_COUNT = "illegal-count"
    DIVIDED_BY_ZERO = "divided-by-zero"
    WRONG_CLASS = "wrong-class"
    CLASS_NOT_LOADED = "class-not-loaded"


class RefusedBy(StrEnum):
    """Who ends the program: the library, a compiler before it runs, or itself, which Java's own library is part of."""

    KAFKA_STREAMS = "kafka-streams"
    COMPILER = "compiler"
    PROGRAM = "program"


_BY_COMPILER: Final = frozenset({Why.DOES_NOT_COMPILE, Why.CLASS_REMOVED})
_BY_PROGRAM: Final = frozenset({
    Why.THROWN_BY_PROGRAM, Why.FIXED_COLLECTION, Why.CHANGED_WHILE_WALKED,
    Why.KEY_TWICE, Why.STREAM_USED_TWICE, Why.NOT_READABLE,
    Why.OUT_OF_BOUNDS, Why.NOTHING_THERE, Why.NOT_A_VALUE, Why.NULL_USED,
    Why.ILLEGAL_COUNT, Why.DIVIDED_BY_ZERO, Why.WRONG_CLASS, Why.CLASS_NOT_LOADED,
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Refusal:
    """An exception that ends this program; the class by its simple name, the message whole.

    `name` is that of the topic, node, store or setting it is about, where there is one. One of several may have another
    message in another run, when identity hashes order what is looked at.
    """

    code: Why
    exception: str
    message: str
    name: str = ""
    is_one_of_several: bool = False

    @property
    def by(self) -> RefusedBy:
        """Tell who throws it."""
        if self.code in _BY_COMPILER:
            return RefusedBy.COMPILER
        return RefusedBy.PROGRAM if self.code in _BY_PROGRAM else RefusedBy.KAFKA_STREAMS

    def __str__(self) -> str:
        return f"{self.exception}: {self.message}"


class Refused(Exception):
    """Carries a refusal out of the depth of a build to where it becomes part of the result."""

    def __init__(self, refusal: Refusal, origin: Origin | None = None) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.origin = origin


def topology_exception(code: Why, words: str, name: str = "") -> Refusal:
    """A TopologyException, which puts two words before its message."""
    return Refusal(code, "TopologyException", f"Invalid topology: {words}", name)


def not_compiled(words: str, code: Why = Why.DOES_NOT_COMPILE) -> Refusal:
    """Say in our own words what the compiler finds missing, whose words depend on the compiler."""
    return Refusal(code, "compiler", words)
