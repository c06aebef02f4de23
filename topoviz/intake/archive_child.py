"""Reads an archive in a process of its own: the archive is standard input, what is taken goes out as JSON.

The arguments are what the archive is called, and the room as JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final

from topoviz.intake.archive import read_archive
from topoviz.intake.reading import BadArchive, TooMuch
from topoviz.intake.room import Room

OUT_OF_MEMORY: Final = 3


def main(arguments: list[str]) -> int:
    """Read standard input, which is a file; 3 when the memory is not enough."""
    called, room = arguments
    try:
        answer = json.dumps(_answer(called, Room(**json.loads(room))))
    except MemoryError:
        return OUT_OF_MEMORY
    sys.stdout.write(answer)
    sys.stdout.flush()
    return 0


def _answer(called: str, room: Room) -> dict[str, Any]:
    try:
        taken = read_archive(sys.stdin.buffer, called, room)
    except TooMuch as error:
        return {"too_much": error.sentence}
    except BadArchive as error:
        return {"bad": str(error)}
    return {"files": [[file.name, file.text] for file in taken.files], "notes": taken.notes}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
