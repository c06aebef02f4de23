"""The stacks of the threads that stream threads and an instance start."""

from __future__ import annotations

from typing import Final

from topoviz.engine.sizing.jvm_threads import jvm_threads
from topoviz.engine.sizing.scope import Scope
from topoviz.engine.sizing.sizes import count_text, size_text
from topoviz.engine.sizing.terms.term import Limit, Place, Term

STACK: Final = 1 << 20
"""What java reserves for a thread on Linux for x86-64 where -Xss does not say otherwise."""


def thread_stacks(scope: Scope) -> Term:
    """Reckon a stack for each thread of the JVM that Kafka Streams and its clients start."""
    count = sum(one.count for one in jvm_threads(scope) if one.count is not None)
    total = count * STACK
    return Term(
        "thread-stacks",
        "Thread stacks",
        total,
        f"{count_text(count, 'thread')} × {size_text(STACK)} = {size_text(total)}",
        Limit.BOUND,
        Place.NATIVE,
        "Java reserves 1 MiB for each thread on Linux for x86-64 (-Xss), and uses of it what calls need, mostly far "
        "less. Threads of the JVM itself, such as those that collect garbage, come on top.",
        "Thread",
    )
