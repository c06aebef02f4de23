"""A scenario in words: as plain text for terminals, and as Markdown with a table of each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topoviz.engine.assignment.result import Role
from topoviz.engine.scenarios.durations import clock_text, duration_text
from topoviz.engine.scenarios.model import Played, Restore, Step, Totals, WithoutOwner
from topoviz.engine.tasks.task_id import TaskId
from topoviz.rendering.words import first_of

_MOST_TASKS = 12


def scenario_to_text(played: Played) -> str:
    """Tell a scenario step by step, with what it rests on below."""
    lines = [line for step in played.steps for line in _step(step)]
    if played.refusal is not None:
        lines += [f"Kafka Streams refuses: {played.refusal}", ""]
    lines += ["In all", *(f"  {line}" for line in _totals(played.totals)), "", "Assumed"]
    lines += [f"  {one.sentence}" for one in played.assumptions]
    if played.warnings:
        lines += ["", "Kafka Streams warns", *(f"  {one}" for one in played.warnings)]
    if played.doubts:
        lines += ["", "Not certain", *(f"  {one}" for one in played.doubts)]
    return "\n".join(lines) + "\n"


def scenario_to_markdown(played: Played) -> str:
    """Give a scenario as Markdown."""
    lines = ["| Time | What happens | Why | What follows |", "| --- | --- | --- | --- |"]
    for step in played.steps:
        follows = "<br>".join(_plain(line) for line in _consequences(step))
        lines.append(f"| {clock_text(step.at_ms)} | {_plain(step.event)} | {_plain(step.cause)} | {follows} |")
    if played.refusal is not None:
        lines += ["", f"**Kafka Streams refuses:** {_plain(played.refusal)}"]
    lines += ["", "**In all**", "", *(f"- {line}" for line in _totals(played.totals))]
    lines += ["", "**Assumed**", "", *(f"- {_plain(one.sentence)}" for one in played.assumptions)]
    for title, found in (("Kafka Streams warns", played.warnings), ("Not certain", played.doubts)):
        if found:
            lines += ["", f"**{title}**", "", *(f"- {_plain(one)}" for one in found)]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Keep what is quoted from being read as Markdown."""
    for mark in ("\\", "|", "*", "_", "`", "<", "[", "]"):
        text = text.replace(mark, f"\\{mark}")
    return text.replace("\n", " ")


def _step(step: Step) -> Iterator[str]:
    yield f"{clock_text(step.at_ms)}  {step.event}"
    if step.cause:
        yield f"  because: {step.cause}"
    yield from (f"  {line}" for line in _consequences(step))
    yield from (f"  > {line}" for entry in step.log for line in entry.splitlines())
    yield ""


def _consequences(step: Step) -> Iterator[str]:
    if step.rebalance is not None:
        for client in step.rebalance.clients:
            shares = [
                _share(thread.name, thread.active, (*thread.standby, *thread.stand_ins), thread.warm_ups)
                for thread in client.threads
            ]
            yield f"{client.client.name}: {'; '.join(shares)}"
            for thread in client.threads:
                if thread.withheld:
                    waits = _tasks([one.task for one in thread.withheld])
                    yield f"{client.client.name} {_short(thread.name)} waits for {waits}, until others gave it back"
    if step.moved:
        yield f"moved: {_tasks(step.moved)}"
    if step.idle_threads:
        yield f"idle: {first_of([_short(one) for one in step.idle_threads], _MOST_TASKS)}"
    yield from _restores(step.restores)
    yield from _waits(step.without_owner)
    yield from step.notes


def _share(name: str, active: Sequence[TaskId], standby: Sequence[TaskId], warm_ups: Sequence[TaskId]) -> str:
    parts = [_tasks(active)] if active else []
    parts += [f"standby {_tasks(sorted(standby))}"] if standby else []
    parts += [f"warm-up {_tasks(warm_ups)}"] if warm_ups else []
    return f"{_short(name)} {', '.join(parts) or 'nothing'}"


def _restores(restores: Sequence[Restore]) -> Iterator[str]:
    """Say what each client has to restore in each role, and how long the last of it takes."""
    groups: dict[tuple[str, Role], list[Restore]] = {}
    for one in restores:
        groups.setdefault((one.client, one.role), []).append(one)
    for (client, role), found in groups.items():
        records, size = sum(one.records for one in found), sum(one.size_bytes for one in found)
        known = [one.until_ms for one in found if one.until_ms is not None]
        when = f"whole after {duration_text(max(known) - found[0].from_ms)}" if known else "cut off"
        if known and len(known) < len(found):
            cut_off = [one.task for one in found if one.until_ms is None]
            when += f"; cut off: {_tasks(cut_off)}"
        tasks = _tasks([one.task for one in found])
        yield f"{client} restores {tasks} ({role}): {records:,} records, {_bytes(size)}, {when}"
        held_up = sorted({task for one in found for task in one.held_up})
        if held_up:
            yield f"{client} does not process {_tasks(held_up)} meanwhile: the same threads restore first"


def _waits(waits: Sequence[WithoutOwner]) -> Iterator[str]:
    """Say which tasks have no owner, together where that is for the same time."""
    groups: dict[tuple[int, int | None], list[TaskId]] = {}
    for one in waits:
        groups.setdefault((one.from_ms, one.to_ms), []).append(one.task)
    for (from_ms, to_ms), tasks in groups.items():
        if to_ms is None:
            yield f"without an owner from then on: {_tasks(tasks)}"
        else:
            yield f"without an owner for {duration_text(to_ms - from_ms)}: {_tasks(tasks)}"


def _totals(totals: Totals) -> Iterator[str]:
    probing = f", {totals.probing_rebalances} of them probing" if totals.probing_rebalances else ""
    yield f"{totals.rebalances} rebalance{'' if totals.rebalances == 1 else 's'}{probing}"
    yield f"{totals.moved} times an active task changed its client"
    yield f"{totals.restored_records:,} records restored, {_bytes(totals.restored_bytes)}"
    longest = duration_text(totals.longest_without_owner_ms)
    yield f"longest without an owner: {longest}; all tasks together {duration_text(totals.without_owner_ms)}"
    yield f"{totals.idle_threads} idle thread{'' if totals.idle_threads == 1 else 's'} at the end"
    if totals.stable_at_ms is None:
        yield "it does not come to rest"
    else:
        yield f"at rest from {clock_text(totals.stable_at_ms)}"


def _tasks(tasks: Sequence[TaskId]) -> str:
    return first_of(list(map(str, tasks)), _MOST_TASKS)


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
