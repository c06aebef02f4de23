"""Examples of what happens to records: each paragraph of a story speaks of an event that is there, in that order."""

import json
import shlex

import pytest

from tests.web.documents.playing import events_of, place_of, tasks_then, teller
from topoviz.web.documents.example_runs import FOLDER, ORDER, example_runs


@pytest.mark.parametrize("example", example_runs(), ids=lambda one: one.id)
def test_what_a_story_tells_happens_in_that_order(example):
    events, place = events_of(example.id), -1

    for step in example.run.steps:
        found = place_of(events, step.find, place)
        assert found is not None, f"nothing after event {place} for: {step.say}"
        assert found == step.number, "number them anew: python -m tests.web.documents.numbering"
        place = found


def test_every_folder_is_told():
    assert set(ORDER) == {one.name for one in FOLDER.iterdir() if one.is_dir()}


def test_the_same_records_find_no_price_at_2_8_and_find_one_at_3_9():
    until, since = (
        [one["partition"] for one in events_of(name) if one["event"] == "processed"]
        for name in ("empty-partition-until-2-8", "empty-partition-since-3-0")
    )

    assert until == ["orders-0"] * 3 + ["prices-0"] * 2 + ["orders-0"]
    assert since == ["prices-0"] * 2 + ["orders-0"] * 4


def rows_of_the_table():
    """Give what the table of behaviours says: the sentence, the run, its version if one is named, event, and words."""
    for line in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]
        if len(cells) == 4 and "`" in cells[2]:
            run, _, version = cells[1].partition(" ")
            kind, *fields = shlex.split(cells[2].replace("`", '"'))
            named = (one.split("=", 1) for one in fields)
            find = {"event": kind} | {
                name: json.loads(value) if value.isdigit() or value in ("true", "false") else value
                for name, value in named
            }
            yield cells[0], run, version or None, find, cells[3]


def words_of(run, version, place, words):
    """Give the texts among which words of the table have to be: lines of a log, or what is said of tasks."""
    if words.startswith("*"):
        return " ".join(sentence for task in tasks_then(run, version, place) for sentence in task["said"])
    return "\n".join(line.text for line in teller(run, version).lines(events_of(run, version)[place]))


def test_every_behaviour_of_the_table_is_there_to_be_seen():
    rows, wrong = list(rows_of_the_table()), []

    for sentence, run, version, find, words in rows:
        place = place_of(events_of(run, version), find)
        if place is None or (words and words.strip("`* ") not in words_of(run, version, place, words)):
            wrong.append((sentence, "no such event" if place is None else words))
    assert len(rows) > 100
    assert wrong == []
