"""An assignment as plain text and as Markdown, from its JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from topoviz.rendering.calculations.markdown import plain, table
from topoviz.rendering.calculations.sizing_text import sizing_lines, sizing_markdown

Json = dict[str, Any]


def assignment_to_text(document: Json, *, with_reasons: bool = False) -> str:
    """Write clients with their threads and tasks, what moved and what follows; with the reasons of all if asked."""
    return "".join(f"{line}\n" for line in _lines(document, with_reasons=with_reasons))


def assignment_to_markdown(document: Json) -> str:
    """Write the same as tables, for a pull request."""
    rebalance = document["rebalance"]
    lines = [f"**{_assignor(document)}.** {' '.join(_summary(rebalance))}", ""]
    lines[1:1] = [f"\n{plain(line)}" for line in _settings(document)]
    rows = []
    for client in rebalance["clients"]:
        for thread in client["threads"]:
            active = ", ".join((*thread["active"], *(f"{one['task']} (waits)" for one in thread["withheld"])))
            standby = ", ".join((*thread["standby"], *(f"{task} (warm-up)" for task in thread["warm_up"])))
            rows.append((plain(client["name"]), plain(thread["name"]), active or "–", standby or "–"))
    lines += table(("Client", "Thread", "Active", "Standby"), rows)
    moved = [one for one in rebalance["placements"] if one["is_moved"]]
    if moved:
        moves = [
            (one["task"], one["role"], _origin(one), plain(one["client"]), plain(one["sentence"])) for one in moved
        ]
        lines += ["", *table(("Task", "As", "From", "To", "Why"), moves)]
    restores = restore_words(document["tasks"])
    if restores:
        lines += ["", plain(" ".join(restores))]
    lines += [f"\n> {plain(doubt)}" for doubt in rebalance["doubts"]]
    if document["sizing"] is not None:
        lines += sizing_markdown(document["sizing"])
    return "\n".join(lines) + "\n"


def restore_words(tasks: Json) -> list[str]:
    """Say what tasks restore, as far as sizes of stores are known."""
    return [] if tasks.get("restores") is None else list(tasks["restores"]["sentences"])


def _origin(placement: Json) -> str:
    return ", ".join(plain(had["client"]) for had in placement["was"])


def _lines(document: Json, *, with_reasons: bool) -> Iterator[str]:
    rebalance = document["rebalance"]
    yield _assignor(document)
    yield from _settings(document)
    for client in rebalance["clients"]:
        yield f"{client['name']} ({', '.join(_about(client))})"
        width = max(len(thread["name"]) for thread in client["threads"])
        for thread in client["threads"]:
            yield f"  {thread['name']:<{width}}  {_tasks(thread)}"
    yield from _summary(rebalance)
    yield from restore_words(document["tasks"])
    if with_reasons:
        for one in rebalance["placements"]:
            yield f"  {one['task']} {one['role']} on {one['client']}: {one['sentence']}"
    if document["sizing"] is not None:
        yield from sizing_lines(document["sizing"])


def _assignor(document: Json) -> str:
    assignor = document["assignor"]
    return f"Kafka Streams {document['tasks']['kafka_version']}, {assignor['name']} ({assignor['reference']})"


def _settings(document: Json) -> Iterator[str]:
    """Say which settings are no defaults, and who says them; the number of threads stands at each instance."""
    values = {**document["settings"], "num.stream.threads": document["threads"]}
    said = [
        f"{name} {value} ({document['said_by'][name]['words']})"
        for name, value in values.items()
        if document["said_by"][name]["by"] != "default"
    ]
    if document["said_by"]["assignor"]["by"] != "default":
        said.append(f"the assignor ({document['said_by']['assignor']['words']})")
    if said:
        yield f"Settings: {', '.join(said)}"


def _about(client: Json) -> Iterator[str]:
    count = len(client["threads"])
    yield "1 thread" if count == 1 else f"{count} threads"
    if client["rack"]:
        yield f"rack {client['rack']}"
    yield from (f"{name} {value}" for name, value in client["tags"].items())


def _tasks(thread: Json) -> str:
    parts = []
    for word, tasks in (("active", thread["active"]), ("standby", thread["standby"]), ("warm-up", thread["warm_up"])):
        if tasks:
            parts.append(f"{word} {' '.join(tasks)}")
    if thread["withheld"]:
        parts.append(f"waits for {' '.join(one['task'] for one in thread['withheld'])}")
    return "; ".join(parts) or "idle"


def _summary(rebalance: Json) -> Iterator[str]:
    """Say how much moved, how many threads are idle, and what follows."""
    moved, idle, threads = rebalance["moved"], rebalance["idle_threads"], rebalance["threads"]
    if any(one["was"] for one in rebalance["placements"]):
        yield "No active task moves." if moved == 0 else f"{moved} active task{'s move' if moved > 1 else ' moves'}."
    if idle:
        yield f"{idle} of {threads} threads {'are' if idle > 1 else 'is'} idle."
    match rebalance["follow_up"]:
        case "at-once":
            yield "Another rebalance follows at once, when the tasks that wait have been given back."
        case "probing":
            minutes = rebalance["follow_up_after_ms"] / 60_000
            yield f"Another rebalance follows in {minutes:g} minutes, to see whether copies have caught up."
        case _:
            yield "Nothing follows: this is stable."
