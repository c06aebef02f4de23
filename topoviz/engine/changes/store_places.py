"""Where a store lies, in what format and with which serdes, where the program leaves that to its settings."""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.dsl.interpreter.program_settings import ProgramSettings
from topoviz.engine.logical.nodes import Store
from topoviz.engine.logical.store_settings import DEFAULT_SERDE, StoreFormat, StoreSettings
from topoviz.engine.versions import Behaviours


def is_in_memory(store: Store, program: ProgramSettings | None) -> bool | None:
    """Tell whether a store lies in memory: RocksDB is the default where no setting of the program says otherwise.

    Only a TopologyConfig hands default.dsl.store to the DSL; whether there is one that does is not known here.
    """
    if store.is_in_memory is not None or not store.settings.lies_by_default:
        return store.is_in_memory
    settings = {} if program is None else program.settings
    supplier = settings.get("dsl.store.suppliers.class")
    if supplier is not None:
        name = (supplier.text or "").lower()
        return True if "inmemory" in name else False if "rocksdb" in name else None
    chosen = settings.get("default.dsl.store")
    return False if chosen is None or chosen.text == "rocksDB" else None


def as_it_lies(
    store: Store, program: ProgramSettings | None, behaviours: Behaviours, *, in_memory: bool | None
) -> StoreSettings:
    """Give the settings of a store with the format that it has on disk; what lies in memory has none."""
    known = _with_default_serdes(store.settings, program)
    if in_memory:
        return replace(known, format=None)
    chosen = None if program is None else program.settings.get("dsl.store.format")
    if chosen is None or not known.lies_by_default or not behaviours.has("chooses_store_format"):
        return known
    if known.format is StoreFormat.TIME_ORDERED or chosen.text is None:
        return replace(known, format=None)
    return replace(known, format=StoreFormat.HEADERS) if chosen.text.lower() == "headers" else known


def _with_default_serdes(known: StoreSettings, program: ProgramSettings | None) -> StoreSettings:
    """Put in the place of the default serdes what the program sets for them."""
    return replace(
        known,
        key_serde=_settled(known.key_serde, "default.key.serde", program),
        value_serde=_settled(known.value_serde, "default.value.serde", program),
    )


def _settled(serde: str | None, setting: str, program: ProgramSettings | None) -> str | None:
    chosen = None if serde != DEFAULT_SERDE or program is None else program.settings.get(setting)
    if chosen is None or chosen.text is None or chosen.doubt:
        return serde
    return chosen.text.rpartition(".")[2].rpartition("$")[2]
