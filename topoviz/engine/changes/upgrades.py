"""What another version of Kafka Streams asks for by itself, whatever was edited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.side import Side
from topoviz.engine.logical.nodes import GroupedTableRepartition


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A behaviour whose beginning, or whose loss, asks for something; `concerns` tells of which programs.

    Where what it is `covered_by` is lost too, that says what happens.
    """

    behaviour: str
    is_loss: bool
    level: Level
    sentence: str
    effect: str
    way_out: str
    reference: str
    concerns: Callable[[Side], bool]
    covered_by: str = ""


def _any(side: Side) -> bool:
    del side
    return True


def _keeps_state(side: Side) -> bool:
    """Tell whether a store may lie on disk."""
    return any(store.is_in_memory is not True for store in side.stores.values())


def _joins_foreign_keys(side: Side) -> bool:
    return any("-FK-JOIN-" in name or "subscription-registration" in name for name in side.topology.repartition_topics)


def _regroups_tables(side: Side) -> bool:
    optimized = side.analyzed.optimized
    if optimized is not None:
        return any(isinstance(node, GroupedTableRepartition) for node in optimized.plan.nodes.values())
    return any(name.startswith("KTABLE-") and "-FK-JOIN-" not in name for name in side.topology.repartition_topics)


_WIPE: Final = (
    "For the stores, deleting local state is enough: stop all instances, delete their state directories, and start "
    "the older version. It restores them from their changelogs."
)
_NOT_OPENED: Final = "does not start over local state that the newer one has written; once that is deleted, it starts"

_NO_WAY_BACK: Final = "Local state is taken over. There is no way back with it: an older version cannot read it."
_RESTORED: Final = "Know that going back means deleting state directories and restoring."

_OF_4_0: Final = ("writes_rocksdb_of_4_0", "KAFKA-20096; seen with 4.0.1 to 3.9.2")
_OF_3_5: Final = ("writes_rocksdb_of_3_5", "KAFKA-20096; the upgrade guide")
_OF_3_0: Final = ("writes_rocksdb_of_3_0", "KAFKA-13172; seen with 3.9.2 to 2.8.2")
"""From when on RocksDB writes its files in another form, and who says so."""

UPGRADES: Final = (
    Upgrade(
        "cooperates",
        False,
        Level.STOP_ALL,
        "From this version on, members give tasks back one rebalance before they move.",
        "Members of both versions do not understand each other in one group.",
        "Stop all instances, then start; or restart all twice, first with `upgrade.from` set to the old version, then "
        "without it.",
        "KIP-429",
        _any,
    ),
    Upgrade(
        "sends_foreign_key_partitions",
        False,
        Level.STOP_ALL,
        "Foreign-key joins write their subscriptions in a new form.",
        "A member of the old version cannot read what one of the new version writes to the subscription topic.",
        "Stop all instances, then start; or restart all twice, first with `upgrade.from` set to the old version, then "
        "without it.",
        "KAFKA-13769; SubscriptionWrapperSerde",
        _joins_foreign_keys,
    ),
    Upgrade(
        "repartitions_both_values",
        False,
        Level.STOP_ALL,
        "Tables that are grouped anew write old and new value in one record.",
        "A member of the old version cannot read what one of the new version writes to the repartition topic.",
        "Stop all instances, then start; or restart all twice, first with `upgrade.from` set to the old version, then "
        "without it.",
        "KIP-904",
        _regroups_tables,
    ),
    Upgrade(
        "keeps_offsets_in_stores",
        False,
        Level.NOTE,
        "Offsets of stores are kept inside RocksDB from this version on.",
        _NO_WAY_BACK,
        _RESTORED,
        "KIP-1035; seen with 4.3.1",
        _keeps_state,
    ),
    Upgrade(
        "keeps_offsets_in_stores",
        True,
        Level.WILL_NOT_START,
        f"The older version {_NOT_OPENED}.",
        "It ends with: Column families not opened: offsets.",
        _WIPE,
        "KIP-1035; seen with 4.3.1 to 4.2.1 and 3.9.2",
        _keeps_state,
    ),
    *(
        Upgrade(
            behaviour,
            False,
            Level.NOTE,
            "RocksDB writes its files in another form from this version on.",
            _NO_WAY_BACK,
            _RESTORED,
            reference,
            _keeps_state,
        )
        for behaviour, reference in (_OF_4_0, _OF_3_5, _OF_3_0)
    ),
    Upgrade(
        _OF_4_0[0],
        True,
        Level.WILL_NOT_START,
        f"The older version brings an older RocksDB: it {_NOT_OPENED}.",
        "It ends with: unsupported format_version: 6",
        _WIPE,
        _OF_4_0[1],
        _keeps_state,
    ),
    Upgrade(
        _OF_3_5[0],
        True,
        Level.WILL_NOT_START,
        f"The older version brings an older RocksDB: it {_NOT_OPENED}.",
        "It ends with an error when the store is opened.",
        _WIPE,
        _OF_3_5[1],
        _keeps_state,
        covered_by=_OF_3_0[0],
    ),
    Upgrade(
        _OF_3_0[0],
        True,
        Level.STATE_LOSS,
        "The older version brings an older RocksDB, which cannot read what the newer one has written.",
        "It starts, and who queries a store finds nothing in it, without an error. As soon as a record asks for a row, "
        "it ends with: Unknown Footer version. Maybe this file was created with newer version of RocksDB?",
        _WIPE,
        _OF_3_0[1],
        _keeps_state,
    ),
)
"""All of them, in the order of versions."""
