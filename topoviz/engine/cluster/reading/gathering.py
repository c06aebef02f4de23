"""Stream threads of logs and groups, gathered into the clients that they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from topoviz.engine.cluster.model import Client, StreamThread
from topoviz.engine.cluster.reading.thread_names import ThreadName, named_clients, process_id_at

Found = tuple[ThreadName, StreamThread]


def gather(threads: Iterable[Found], names: Mapping[str, str] | None = None) -> tuple[Client, ...]:
    """Put threads together by client, in the order in which clients are met; `names` says what to call clients."""
    by_client: dict[str, list[Found]] = {}
    for name, thread in threads:
        by_client.setdefault(name.client, []).append((name, thread))
    short = named_clients(by_client) if names is None else names
    clients = []
    for place, (client, members) in enumerate(by_client.items()):
        process_id = members[0][0].process_id
        ordered = tuple(thread for _, thread in sorted(members, key=lambda member: member[0].number))
        made_up = process_id_at(place)
        clients.append(Client(short[client], process_id or made_up, ordered, has_process_id=process_id is not None))
    return tuple(clients)
