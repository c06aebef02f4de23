"""`python -m tests.web.documents.numbering` writes into each story the numbers of the events that its steps find."""

from __future__ import annotations

import re

from tests.web.documents.playing import events_of, place_of
from topoviz.web.documents.example_runs import FOLDER, example_runs


def write_numbers() -> None:
    """Number the steps anew; a step whose event is not there any more keeps its number."""
    for example in example_runs():
        path, place, events = FOLDER / example.id / "story.toml", -1, events_of(example.id)
        numbers = []
        for step in example.run.steps:
            found = place_of(events, step.find, place)
            place = step.number if found is None else found
            numbers.append(place)
        text = re.sub(r"\nnumber = \d+(?=\n)", "", path.read_text(encoding="utf-8"))
        head, *rest = re.split(r"(?<=\n)(?=find = )", text)
        numbered = (
            re.sub(r"\A(find = .*)", rf"\1\nnumber = {number}", one) for number, one in zip(numbers, rest, strict=True)
        )
        path.write_text("".join([head, *numbered]), encoding="utf-8")


if __name__ == "__main__":
    write_numbers()
