"""Work that is done beside other work, on the same Spark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TypeVar

from pyspark import InheritableThread

_Done = TypeVar("_Done")


@contextmanager
def beside(work: Callable[[], _Done]) -> Iterator[Callable[[], _Done]]:
    """Do some work in a thread of its own, which has ended when the block has; gives what waits for its result.

    Spark takes most of the time of a small query to think about it, on one processor. Jobs of both threads are of one
    group, so that they are cancelled together.
    """
    done: Future[_Done] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is waited for
            done.set_exception(error)

    thread = InheritableThread(target=run, name="lag-beside", daemon=True)
    thread.start()
    try:
        yield done.result
    finally:
        thread.join()
