"""A scenario in words, from its JSON: as plain text for terminals, and as Markdown with a table of the steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from topoviz.engine.scenarios.durations import clock_text, duration_text
from topoviz.rendering.words import first_of

Json = dict[str, Any]

_MOST_TASKS: Final = 12


def scenario_to_text(document: Json) -> str:
    """Tell a scenario step by step, with what it rests on below."""
    lines = [line for step, clients in with_all_clients(document) for line in _step(step, clients)]
    if document["refusal"] is not None:
        lines += [f"Kafka Streams refuses: {document['refusal']}", ""]
    lines += ["In all", *(f"  {line}" for line in totals_in_words(document["totals"])), "", "Assumed"]
    lines += [f"  {one['sentence']}" for one in document["assumptions"]]
    for title, found in _below(document):
        lines += ["", title, *(f"  {one}" for one in found)]
    return "\n".join(lines) + "\n"


def scenario_to_markdown(document: Json) -> str:
    """Give a scenario as Markdown."""
    lines = ["| Time | What happens | Why | What follows |", "| --- | --- | --- | --- |"]
    for step, clients in with_all_clients(document):
        follows = "<br>".join(_plain(line) for line in consequences(step, clients))
        lines.append(f"| {clock_text(step['at_ms'])} | {_plain(step['event'])} | {_plain(step['cause'])} | {follows} |")
    if document["refusal"] is not None:
        lines += ["", f"**Kafka Streams refuses:** {_plain(document['refusal'])}"]
    lines += ["", "**In all**", "", *(f"- {line}" for line in totals_in_words(document["totals"]))]
    lines += ["", "**Assumed**", "", *(f"- {_plain(one['sentence'])}" for one in document["assumptions"])]
    for title, found in _below(document):
        lines += ["", f"**{title}**", "", *(f"- {_plain(one)}" for one in found)]
    return "\n".join(lines) + "\n"


def with_all_clients(document: Json) -> Iterator[tuple[Json, list[Json]]]:
    """Go through the steps, each with all clients as they are at its end."""
    clients: dict[str, Json] = {}
    for step in document["steps"]:
        clients |= {one["name"]: one for one in step["clients"]}
        yield step, list(clients.values())


def consequences(step: Json, clients: Sequence[Json]) -> Iterator[str]:
    """Say what follows from a step; of a rebalance also who of these clients has what."""
    if step["rebalance"] is not None:
        for client in clients:
            if client["is_running"]:
                yield f"{client['name']}: {'; '.join(map(_share, client['threads']))}"
                yield from _waiting(client)
    if step["moved"]:
        yield f"moved: {_tasks(step['moved'])}"
    if step["idle_threads"]:
        yield f"idle: {_tasks([_short(one) for one in step['idle_threads']])}"
    yield from _restores(step["restores"])
    yield from _waits(step["without_owner"])
    yield from step["notes"]


def totals_in_words(totals: Json) -> Iterator[str]:
    """Say the sums of a scenario."""
    count, probes, idle = totals["rebalances"], totals["probing_rebalances"], totals["idle_threads"]
    probing = f", {probes} of them probing" if probes else ""
    yield f"{count} rebalance{'' if count == 1 else 's'}{probing}"
    yield f"{totals['moved']} times an active task changed its client"
    yield f"{totals['restored_records']:,} records restored, {_bytes(totals['restored_bytes'])}"
    longest = duration_text(totals["longest_without_owner_ms"])
    yield f"longest without an owner: {longest}; all tasks together {duration_text(totals['without_owner_ms'])}"
    yield f"{idle} idle thread{'' if idle == 1 else 's'} at the end"
    if totals["stable_at_ms"] is None:
        yield "it does not come to rest"
    else:
        yield f"at rest from {clock_text(totals['stable_at_ms'])}"


def _below(document: Json) -> Iterator[tuple[str, list[str]]]:
    for title, member in (("Kafka Streams warns", "warnings"), ("Not certain", "doubts")):
        if document[member]:
            yield title, document[member]


def _plain(text: str) -> str:
    """Keep what is quoted from being read as Markdown."""
    for mark in ("\\", "|", "*", "_", "`", "<", "[", "]"):
        text = text.replace(mark, f"\\{mark}")
    return text.replace("\n", " ")


def _step(step: Json, clients: Sequence[Json]) -> Iterator[str]:
    yield f"{clock_text(step['at_ms'])}  {step['event']}"
    if step["cause"]:
        yield f"  because: {step['cause']}"
    yield from (f"  {line}" for line in consequences(step, clients))
    yield from (f"  > {line}" for entry in step["log"] for line in entry.splitlines())
    yield ""


def _share(thread: Json) -> str:
    parts = [_tasks(thread["active"])] if thread["active"] else []
    parts += [f"standby {_tasks(thread['standby'])}"] if thread["standby"] else []
    parts += [f"warm-up {_tasks(thread['warm_up'])}"] if thread["warm_up"] else []
    return f"{_short(thread['name'])} {', '.join(parts) or 'nothing'}"


def _waiting(client: Json) -> Iterator[str]:
    for thread in client["threads"]:
        if thread["withheld"]:
            waits = _tasks([one["task"] for one in thread["withheld"]])
            yield f"{client['name']} {_short(thread['name'])} waits for {waits}, until others gave it back"


def _restores(restores: Sequence[Json]) -> Iterator[str]:
    """Say what each client has to restore in each role, and how long the last of it takes."""
    groups: dict[tuple[str, str], list[Json]] = {}
    for one in restores:
        groups.setdefault((one["client"], one["role"]), []).append(one)
    for (client, role), found in groups.items():
        records, size = (sum(one[member] for one in found) for member in ("records", "bytes"))
        known = [one["seconds"] for one in found if one["seconds"] is not None]
        when = f"whole after {duration_text(round(max(known) * 1_000))}" if known else "cut off"
        if known and len(known) < len(found):
            when += f"; cut off: {_tasks([one['task'] for one in found if one['seconds'] is None])}"
        tasks = _tasks([one["task"] for one in found])
        yield f"{client} restores {tasks} ({role}): {records:,} records, {_bytes(size)}, {when}"
        held_up = sorted({task for one in found for task in one["held_up"]}, key=_by_number)
        if held_up:
            yield f"{client} does not process {_tasks(held_up)} meanwhile: the same threads restore first"


def _waits(waits: Sequence[Json]) -> Iterator[str]:
    """Say which tasks have no owner, together where that is for the same time."""
    groups: dict[tuple[int, int | None], list[str]] = {}
    for one in waits:
        groups.setdefault((one["from_ms"], one["to_ms"]), []).append(one["task"])
    for (from_ms, to_ms), tasks in groups.items():
        if to_ms is None:
            yield f"without an owner from then on: {_tasks(tasks)}"
        else:
            yield f"without an owner for {duration_text(to_ms - from_ms)}: {_tasks(tasks)}"


def _tasks(names: Sequence[str]) -> str:
    return first_of(names, _MOST_TASKS)


def _by_number(task: str) -> tuple[int, ...]:
    return tuple(map(int, task.split("_")))


def _short(name: str) -> str:
    """Name a thread as people do: `a 3` for StreamThread-3 of client a."""
    return name.replace("StreamThread-", "")


def _bytes(size: int) -> str:
    if size < 1_000:
        return f"{size} bytes"
    amount = float(size)
    for unit in ("kB", "MB", "GB", "TB"):
        amount /= 1_000
        if amount < 999.5 or unit == "TB":
            break
    return f"{amount:.1f} {unit}" if amount < 9.95 else f"{amount:,.0f} {unit}"
