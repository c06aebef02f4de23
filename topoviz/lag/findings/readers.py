"""Who reads the partitions of a finding: whose log to look into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.words import listed, others
from topoviz.lag.owners import owner_of
from topoviz.lag.report.partitions import PartitionLag

_MOST_INSTANCES: Final = 3


def readers_in_words(own: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> str:
    """Give a sentence about the instance and the thread that read these partitions, and whether these are all of it.

    Nothing is said of all instances, of more instances than one can look at, and where the history names no client.
    """
    group = [one for one in everything if one.group == own[0].group and one.client_id is not None]
    clients = sorted({one.client_id for one in own if one.client_id is not None})
    if not clients or any(one.client_id is None for one in own) or {one.group for one in own} != {own[0].group}:
        return ""
    owners = [owner_of(client) for client in clients]
    processes = sorted({one.process for one in owners})
    everybody = {owner_of(one.client_id or "").process for one in group}
    if len(processes) > 1 and len(processes) == len(everybody):
        return ""
    them = "it" if len(own) == 1 else "them"
    when = "At the end " if any(one.moves for one in own) else ""
    if len(processes) > 1:
        names = listed([f"`{one}`" for one in processes])
        return f"{_begin(when, 'Instances')} {names} read {them}." if len(processes) <= _MOST_INSTANCES else ""
    if len(owners) == 1 and owners[0].thread is not None:
        who = f"{_begin(when, 'Thread')} {owners[0].thread} of instance `{processes[0]}`"
        rest = [one for one in others(group, own) if one.client_id == clients[0]]
    else:
        who = f"{_begin(when, 'Instance')} `{processes[0]}`"
        rest = [one for one in others(group, own) if owner_of(one.client_id or "").process == processes[0]]
    alone = ", and nothing else" if not rest else f", beside {len(rest)} other{'s' if len(rest) > 1 else ''}"
    return f"{who} reads {them}{alone}."


def _begin(when: str, word: str) -> str:
    return f"{when}{word.lower()}" if when else word


def read_others_too(partitions: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> bool:
    """Tell whether each member that reads some of these partitions has other partitions too."""
    rest = {(one.group, one.client_id) for one in others(everything, partitions) if one.client_id is not None}
    return all((one.group, one.client_id) in rest for one in partitions)
