"""Everything that one instance reads falls behind, or one of its threads, while the others keep up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Final

from topoviz.lag.findings.about import finding_about
from topoviz.lag.findings.behind import falls_behind
from topoviz.lag.findings.words import number, others, reference
from topoviz.lag.owners import owner_of
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.threads import InstanceLag

_LEAST_PARTITIONS: Final = 2
_MOST_OTHERS_BEHIND: Final = 0.1
_SLOWER: Final = 0.97
_ADVICE: Final = (
    "Compare that instance with the others: processor time and throttling, garbage collection, disk of the state "
    "stores, version, and what its calls to other services take."
)
_OF_THREAD: Final = (
    "The other threads of that instance keep up, so look at what this one has to do: its tasks, their keys and stores, "
    "and in a thread dump where it waits."
)

Name = Callable[[str], str]
Hosts = Mapping[tuple[str, str], Sequence[str]]
Found = tuple[tuple[Finding, ...], tuple[PartitionLag, ...]]


def find_slow_instances(
    partitions: Sequence[PartitionLag],
    everything: Sequence[PartitionLag],
    instances: Sequence[InstanceLag] = (),
) -> Found:
    """Look among `partitions`, held against all of their group; give findings and the partitions they explain.

    `instances` say on which hosts they run.
    """
    hosts = {(one.group, one.process): one.hosts for one in instances}
    of_instances, slow = _slow(partitions, everything, lambda client: owner_of(client).process, hosts)
    left = others(partitions, slow)
    of_threads, slow_too = _slow(left, everything, str, hosts)
    return (*of_instances, *of_threads), (*slow, *slow_too)


def _slow(partitions: Sequence[PartitionLag], everything: Sequence[PartitionLag], name: Name, hosts: Hosts) -> Found:
    findings: list[Finding] = []
    explained: list[PartitionLag] = []
    groups: dict[str, list[PartitionLag]] = {}
    of_owners: dict[tuple[str, str], list[PartitionLag]] = {}
    for one in everything:
        if one.client_id is not None and one.produce_rate:
            groups.setdefault(one.group, []).append(one)
            of_owners.setdefault((one.group, name(one.client_id)), []).append(one)
    late = {group: {reference(one) for one in has if falls_behind(one)} for group, has in groups.items()}
    looked_at: dict[tuple[str, str], list[PartitionLag]] = {}
    for one in partitions:
        if one.client_id is not None and one.produce_rate:
            looked_at.setdefault((one.group, name(one.client_id)), []).append(one)
    for (group, owner), own in sorted(looked_at.items()):
        all_own = of_owners[group, owner]
        rest = len(groups[group]) - len(all_own)
        if len(own) < _LEAST_PARTITIONS or not rest or any(reference(one) not in late[group] for one in own):
            continue
        behind = len(late[group] - set(map(reference, all_own))) / rest
        if behind > _MOST_OTHERS_BEHIND:
            continue
        others_of = others(groups[group], all_own)
        if _rate(own) > _SLOWER * _rate(others_of):
            continue
        if _rate_of_thread(all_own) > _SLOWER * _rate_of_thread(others_of):
            # Its threads read as much as others do: they have more to read, and are not slow.
            continue
        where = hosts.get((group, owner_of(owner).process), ())
        findings.append(_finding(owner, own, others_of, where))
        explained.extend(own)
    return tuple(findings), tuple(explained)


def _rate(partitions: Sequence[PartitionLag]) -> float:
    return fmean(one.consume_rate or 0 for one in partitions)


def _rate_of_thread(partitions: Sequence[PartitionLag]) -> float:
    return sum(one.consume_rate or 0 for one in partitions) / len({one.client_id for one in partitions})


def _finding(owner: str, own: Sequence[PartitionLag], rest: Sequence[PartitionLag], hosts: Sequence[str]) -> Finding:
    named = owner_of(owner)
    threads = {one.client_id for one in own}
    is_thread = named.thread is not None and any(
        owner_of(one.client_id).process == named.process for one in rest if one.client_id is not None
    )
    what = f"thread {named.thread} of instance `{named.process}`" if is_thread else f"instance `{named.process}`"
    on_host = f" (on {', '.join(hosts)})" if hosts else ""
    with_threads = f", on {len(threads)} threads," if len(threads) > 1 else ""
    return finding_about(
        own,
        FindingKind.SLOW_INSTANCE,
        f"All partitions of {what}{on_host}{with_threads} fall behind while others keep up: that "
        f"{'thread' if is_thread else 'instance'} is slow (it consumes {number(_rate(own))} records a second and "
        f"partition, the others {number(_rate(rest))}).",
        _OF_THREAD if is_thread else _ADVICE,
        {"consume_rate": _rate(own), "others_consume_rate": _rate(rest), "partitions": float(len(own))},
    )
