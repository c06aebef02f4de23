"""Of which class of Java a collection or an array is, and of which others it is one thereby.

Java: java.util, and Java Language Specification 21, section 4.10.3 for arrays. A collection whose class is not known
is still a list, a set or a map.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.numbers import is_primitive
from topoviz.engine.dsl.values import ListValue, MapValue

_ANY: Final = frozenset({"Object"})
_COLLECTION: Final = _ANY | {"Collection", "Iterable"}
_LIST: Final = _COLLECTION | {"List"}
_SET: Final = _COLLECTION | {"Set"}
_MAP: Final = _ANY | {"Map"}
_COPIED: Final = frozenset({"Cloneable", "Serializable"})
_ARRAY_LIST: Final = _LIST | _COPIED | {"AbstractList", "AbstractCollection", "RandomAccess"}
_HASH_SET: Final = _SET | _COPIED | {"AbstractSet", "AbstractCollection"}
_HASH_MAP: Final = _MAP | _COPIED | {"AbstractMap"}

_ABOVE: Final[dict[str, frozenset[str]]] = {
    "ArrayList": _ARRAY_LIST,
    "Vector": _ARRAY_LIST,
    "CopyOnWriteArrayList": _LIST | _COPIED | {"RandomAccess"},
    "LinkedList": (_ARRAY_LIST - {"RandomAccess"}) | {"AbstractSequentialList", "Deque", "Queue"},
    "ArrayDeque": _COLLECTION | _COPIED | {"AbstractCollection", "Deque", "Queue"},
    "HashSet": _HASH_SET,
    "LinkedHashSet": _HASH_SET | {"HashSet"},
    "TreeSet": _HASH_SET | {"SortedSet", "NavigableSet"},
    "HashMap": _HASH_MAP,
    "LinkedHashMap": _HASH_MAP | {"HashMap"},
    "TreeMap": _HASH_MAP | {"SortedMap", "NavigableMap"},
    "EnumMap": _HASH_MAP,
    "ConcurrentHashMap": _MAP | {"AbstractMap", "ConcurrentMap", "Serializable"},
    "Properties": _MAP | _COPIED | {"Hashtable", "Dictionary"},
}
"""The classes and interfaces above each class."""

_NOT_MADE: Final = frozenset({
    "Stack", "PriorityQueue", "IdentityHashMap", "WeakHashMap", "ConcurrentSkipListMap", "ConcurrentSkipListSet",
    "CopyOnWriteArraySet", "EnumSet", "BlockingQueue", "ConcurrentLinkedQueue", "BitSet",
})  # fmt: skip
_CONCRETE: Final = frozenset(_ABOVE) | _NOT_MADE
_KNOWN: Final = _CONCRETE.union(*_ABOVE.values())
UNNAMED: Final = "a class of java.util that programs cannot name"
"""The class of what `List.of`, `Collections.unmodifiableMap` and their kin give."""

OF_KEYS: Final = "a set that a map shows"
OF_VALUES: Final = "a collection that a map shows"
"""The classes of Map#keySet and #entrySet, and of #values."""

_NO_COLLECTIONS: Final = frozenset({
    "String", "Boolean", "Byte", "Short", "Integer", "Long", "Character", "Float", "Double", "Number",
})  # fmt: skip
"""Classes of which no collection and no array is."""

_NO_LISTS: Final = frozenset({"Set", "SortedSet", "NavigableSet", "Map", "SortedMap", "NavigableMap", "ConcurrentMap"})
_NO_SETS: Final = frozenset({"List", "RandomAccess", "Queue", "Deque", *_MAP, "SortedMap", "NavigableMap"}) - _ANY
_NO_MAPS: Final = frozenset({"List", "RandomAccess", "Queue", "Deque", "Set", "SortedSet", "NavigableSet"}) | (
    _COLLECTION - _ANY
)


def is_of_class(value: ListValue | MapValue, name: str, dimensions: int = 0) -> bool | None:
    """Tell whether a collection or array is of a class, by the simple name of that; None when it is not known."""
    if isinstance(value, ListValue) and value.kind in ("text", "entry", "optional", "iterator"):
        return False if name in _NO_COLLECTIONS or dimensions else None
    if isinstance(value, ListValue) and value.kind == "array":
        return _is_array(value.class_name, name, dimensions)
    if dimensions or name in _NO_COLLECTIONS:
        return False
    if name == value.class_name:
        return True
    above = _ABOVE.get(value.class_name)
    if above is not None:
        return name in above if name in _KNOWN else None
    if value.class_name in (UNNAMED, OF_KEYS, OF_VALUES) and name in _CONCRETE:
        return False
    return _by_kind(value, name)


def may_refuse(value: ListValue | MapValue, name: str) -> bool:
    """Tell whether a cast to a class of java.util is one that some collections of this kind do not pass."""
    is_collection = isinstance(value, MapValue) or value.kind == "list" or value.kind.endswith("set")
    return is_collection and name in _KNOWN - _COPIED


def name_array(value: object, name: str, dimensions: int) -> None:
    """Let an array know what it was made as, and the arrays in it."""
    waiting = [(value, dimensions)]
    while waiting:
        array, depth = waiting.pop()
        if isinstance(array, ListValue) and array.kind == "array" and depth > 0 and not array.class_name:
            array.class_name = name + "[]" * depth
            waiting.extend((element, depth - 1) for element in array.elements)


def element_class(array: ListValue) -> tuple[str, int]:
    """Give the class of an array's elements and its dimensions; no name when that is not known."""
    name, brackets, _ = array.class_name.partition("[")
    return (name, array.class_name.count("[]") - 1) if brackets else ("", 0)


def _by_kind(value: ListValue | MapValue, name: str) -> bool | None:
    if isinstance(value, MapValue):
        ours, others = _MAP, _NO_MAPS
    elif value.class_name == OF_VALUES:
        ours, others = _COLLECTION, _NO_LISTS | _NO_SETS
    elif value.class_name == OF_KEYS or value.kind.endswith("set"):
        ours, others = _SET, _NO_SETS
    elif value.kind in ("list", "list of fixed length"):
        ours, others = _LIST, _NO_LISTS
    else:
        return None
    return True if name in ours else False if name in others else None


def _is_array(own: str, name: str, dimensions: int) -> bool | None:
    """Tell whether an array is one of other elements; whatever holds objects is one of an Object[]."""
    base, depth = own.partition("[")[0], own.count("[]")
    if not dimensions:
        return False if name in _NO_COLLECTIONS or (own and name in _KNOWN - _COPIED - _ANY) else None
    if not own:
        return None
    if depth == dimensions and name == base:
        return True
    if name == "Object":
        return depth > dimensions or (depth == dimensions and not is_primitive(base))
    if depth != dimensions or base == "Object" or is_primitive(base) or is_primitive(name):
        return False
    return False if {base, name} <= _NO_COLLECTIONS and name != "Number" else None
