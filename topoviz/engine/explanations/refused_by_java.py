"""Refusals of the compiler, and exceptions that the program or Java's own library throws."""

from __future__ import annotations

from typing import Final

from topoviz.engine.explanations.refusal_meaning import RefusalMeaning
from topoviz.engine.refusal import Why

REFUSED_BY_JAVA: Final = {
    Why.DOES_NOT_COMPILE: RefusalMeaning(
        "The compiler refuses the program with this version of Kafka Streams.",
        "Choose a version that has the method, or write it as this version wants it.",
        "Kafka Streams API of this version",
    ),
    Why.CLASS_REMOVED: RefusalMeaning(
        "The program is written for Kafka Streams before 2.0; the class is gone since then.",
        "Use StreamsBuilder instead, or Topology for the Processor API.",
        "Kafka Streams upgrade guide, 2.0.0",
    ),
    Why.FIXED_COLLECTION: RefusalMeaning(
        "The program changes a list, set or map that takes no such change, before Kafka Streams sees anything.",
        "Copy it first, as in `new ArrayList<>(list)`.",
        "java.util.Collection",
    ),
    Why.KEY_TWICE: RefusalMeaning(
        "Two elements or entries have the same key or value where each may be there only once.",
        "Give each its own; toMap() also takes a function that says which of two values stays.",
        "java.util.Map#of, java.util.Set#of, java.util.stream.Collectors#toMap",
    ),
    Why.STREAM_USED_TWICE: RefusalMeaning(
        "A Java stream is used a second time, and it can be gone through only once.",
        "Make a new one of the collection each time.",
        "java.util.stream.AbstractPipeline",
    ),
    Why.OUT_OF_BOUNDS: RefusalMeaning(
        "The program asks for a place that a list, array or string does not have.",
        "Look at how many elements there are before you take one.",
        "java.util.Objects#checkIndex",
    ),
    Why.NOTHING_THERE: RefusalMeaning(
        "The program takes an element, or the value of an Optional, where there is none.",
        "Give a value for the case that there is none, as with orElse().",
        "java.util.Optional, java.util.Iterator",
    ),
    Why.NOT_A_VALUE: RefusalMeaning(
        "An enum is asked for a constant that it does not have.",
        "Spell the name as the enum does, in the same capitals.",
        "java.lang.Enum#valueOf",
    ),
    Why.THROWN_BY_PROGRAM: RefusalMeaning(
        "The program throws this exception itself while it makes its topology, as far as its text tells.",
        "Look at what leads to the line. If it depends on a setting, say what that is.",
        "",
    ),
    Why.CHANGED_WHILE_WALKED: RefusalMeaning(
        "The program changes a collection while it goes through it, or uses a part of a list that has changed.",
        "Go through a copy, as in `new ArrayList<>(list)`.",
        "java.util.ConcurrentModificationException",
    ),
    Why.NOT_READABLE: RefusalMeaning(
        "A text is to be read as a number, a time, an id or a pattern, and is none.",
        "Look at the text that the message names.",
        "Integer#parseInt, Duration#parse, UUID#fromString, Pattern#compile",
    ),
    Why.NULL_USED: RefusalMeaning(
        "The program uses null where Java wants an object.",
        "Give it a value first, or look whether there is one.",
        "java.lang.NullPointerException",
    ),
    Why.ILLEGAL_COUNT: RefusalMeaning(
        "A count or length is negative.",
        "Look at what it is computed from.",
        "java.lang.IllegalArgumentException",
    ),
    Why.DIVIDED_BY_ZERO: RefusalMeaning(
        "The program divides a whole number by zero.",
        "Look at what it divides by.",
        "java.lang.ArithmeticException",
    ),
    Why.WRONG_CLASS: RefusalMeaning(
        "The program takes a value for one of another class.",
        "Look at the cast, or at what is put into the array or compared.",
        "java.lang.ClassCastException, java.lang.ArrayStoreException",
    ),
    Why.CLASS_NOT_LOADED: RefusalMeaning(
        "A class is used whose static fields could not be set before, because that ended in an exception.",
        "Look at what its static fields are set to.",
        "Java Language Specification 12.4.2",
    ),
}  # fmt: skip
