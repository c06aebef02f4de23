"""Exceptions that Java's own library throws while the program makes its topology."""

from __future__ import annotations

from typing import Final

from topoviz.engine.explanations.known_refusal import KnownRefusal

REFUSED_BY_JAVA: Final = (
    KnownRefusal(
        "fixed-collection",
        r"UnsupportedOperationException: .*",
        "The program changes a list, set or map that takes no such change, before Kafka Streams sees anything.",
        "Copy it first, as in `new ArrayList<>(list)`.",
        "java.util.Collection",
    ),
    KnownRefusal(
        "key-twice",
        r"IllegalStateException: Duplicate key .*",
        "Two elements give the same key where a map is collected.",
        "Give each a key of its own, or say which of two values stays.",
        "java.util.stream.Collectors#toMap",
    ),
    KnownRefusal(
        "stream-used-twice",
        r"IllegalStateException: stream has already been operated upon or closed",
        "A Java stream is used a second time, and it can be gone through only once.",
        "Make a new one of the collection each time.",
        "java.util.stream.AbstractPipeline",
    ),
    KnownRefusal(
        "format",
        r"\w*Format\w*Exception: .*",
        "String.format() is given a pattern and values that do not fit together.",
        "Give each `%` of the pattern a value of the kind that it wants.",
        "java.util.Formatter",
    ),
    KnownRefusal(
        "out-of-bounds",
        r"(Array|String)?IndexOutOfBoundsException: .*|NegativeArraySizeException: .*",
        "The program asks for a place that a list, array or string does not have.",
        "Look at how many elements there are before you take one.",
        "java.util.Objects#checkIndex",
    ),
    KnownRefusal(
        "nothing-there",
        r"(NoSuchElement|EmptyStack|MissingResource)Exception: .*",
        "The program takes an element, or the value of an Optional, where there is none.",
        "Give a value for the case that there is none, as with orElse().",
        "java.util.Optional, java.util.Iterator",
    ),
    KnownRefusal(
        "not-a-value",
        r"IllegalArgumentException: No enum constant .*",
        "An enum is asked for a constant that it does not have.",
        "Spell the name as the enum does, in the same capitals.",
        "java.lang.Enum#valueOf",
    ),
    KnownRefusal(
        "no-calculation",
        r"(Arithmetic|ClassCast|ArrayStore|ConcurrentModification|CloneNotSupported)Exception: .*",
        "Java itself ends the program while it makes its topology, before Kafka Streams sees all of it.",
        "Look at the line: it divides by zero, takes a value for another type, or changes a collection that it walks "
        "through.",
        "java.lang",
    ),
)  # fmt: skip
"""In the order in which they are tried; narrower patterns come first."""
