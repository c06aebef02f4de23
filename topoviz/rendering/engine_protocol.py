"""What the engine's process and the one who starts it agree on.

Texts pass through two files, so that nothing can block however much is written; lines on a socket say when there is
one to read. The asking side writes a request into the first file and rings with an `Order`; the child answers into the
second and rings with the answer's length. Before that, it may ring lines that begin with `-`, which say in a few words
what it is doing, and lines that begin with `+`: a `Piece` of something long was appended to a third file, which begins
anew with each request. When the socket closes, either side knows that the other has ended.

Where processes are forked, whoever wants one sends a message with its environment as a JSON object, and with
`FORK_FILES` files: those for requests, answers and errors, the bell, the one for pieces, and a socket. On that comes a
line with the id of the new process as soon as it has a session of its own, and at its end `ENDED` and its exit code.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Final

OUT_OF_MEMORY: Final = 3
"""The exit code that says that the memory was not enough."""


FORK_FILES: Final = 6
ENDED: Final = b"ended "
ENVIRONMENT_BYTES: Final = 64 * 1024
"""How long the environment of a new process may be."""

DOING: Final = b"-"
"""What a line begins with that says what is being done."""

DOING_LENGTH: Final = 60
"""How long such a line may be."""

DOING_SECONDS: Final = 1.0
"""How often the child says what it is doing, at most."""

PIECE: Final = b"+"
"""What a line begins with that says that there is a piece."""


@dataclass(frozen=True, slots=True)
class Order:
    """How many bytes the request has, and what answering it may take: bytes of memory, seconds, bytes of answer."""

    length: int
    memory: int
    cpu_seconds: int
    answer_bytes: int

    def to_line(self) -> bytes:
        """Write the order as it is rung."""
        return json.dumps(asdict(self)).encode("ascii") + b"\n"


@dataclass(frozen=True, slots=True)
class Piece:
    """How many bytes a piece has, and what is in it."""

    length: int
    head: dict[str, Any]

    def to_line(self) -> bytes:
        """Write it as it is rung."""
        return PIECE + json.dumps(asdict(self)).encode("ascii") + b"\n"


def read_piece(line: bytes) -> Piece:
    """Read what `to_line` writes, without the end of the line; raises TypeError or ValueError for anything else."""
    return Piece(**json.loads(line.removeprefix(PIECE)))


def read_order(line: bytes) -> Order:
    """Read what `to_line` writes; raises TypeError or ValueError for anything else."""
    return Order(**json.loads(line))
