"""What the options of an operator say of its store beside the name, by the version's own defaults.

Kafka: KeyValueStoreMaterializer, WindowStoreMaterializer, SlidingWindowStoreMaterializer, SessionStoreMaterializer,
StreamJoinedStoreFactory; before KIP-954 the materialize methods of the windowed streams.
"""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.dsl.objects import (
    OptionsValue,
    StoreSupplierValue,
    WindowedStreamValue,
    WindowKind,
    WindowsValue,
)
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.grouped.window_retention import retention_of
from topoviz.engine.dsl.operators.serdes import serde_as_written
from topoviz.engine.logical.nodes import StoreKind
from topoviz.engine.logical.store_settings import (
    NOTHING_KNOWN,
    OWN_SERDE,
    StoreFormat,
    StoreSettings,
    default_segment_interval,
)

OWN_STORE = StoreSettings(is_cached=False, log_config=(), key_serde=OWN_SERDE, value_serde=OWN_SERDE)
"""What is known of a store that Kafka Streams makes for itself."""


def with_serdes(key: str | None, value: str | None, settings: StoreSettings = NOTHING_KNOWN) -> StoreSettings:
    """Add the serdes of a store, as they are written."""
    return replace(settings, key_serde=serde_as_written(key), value_serde=serde_as_written(value))


def settings_of(materialized: OptionsValue, kind: StoreKind, told: StoreSettings) -> StoreSettings:
    """Add what a Materialized says to what its operator says; of one that may have changed nothing is known."""
    if materialized.doubt is not None:
        return NOTHING_KNOWN
    supplier = materialized.supplier
    is_versioned = supplier is not None and supplier.kind is StoreKind.VERSIONED
    known = replace(
        told,
        is_cached=told.is_cached if told.is_cached is not None else materialized.is_cached and not is_versioned,
        log_config=materialized.log_config,
    )
    if supplier is not None:
        return with_supplier(known, supplier)
    if materialized.has_unknown_supplier:
        return replace(known, window_size=None, retention=None, segment_interval=None, is_cached=None, format=None)
    usual = StoreFormat.PLAIN if kind is StoreKind.SESSION else StoreFormat.TIMESTAMPED
    return replace(known, format=told.format or usual, lies_by_default=not materialized.has_own_store_type)


def with_supplier(told: StoreSettings, supplier: StoreSupplierValue) -> StoreSettings:
    """Add what a supplier says, which decides about times and format alone."""
    return replace(
        told,
        window_size=told.window_size if supplier.kind is StoreKind.SESSION else supplier.window_size,
        retention=supplier.retention,
        segment_interval=supplier.segment_interval,
        format=supplier.format,
        lies_by_default=False,
    )


def window_settings(
    call: OperatorCall, windows: WindowsValue, materialized: OptionsValue, *, emits_on_close: bool | None = False
) -> StoreSettings:
    """Give the times of the store of a windowed aggregation, and what the way in which it emits makes of it."""
    retention = None if materialized.supplier is not None else retention_of(call, windows, materialized)
    is_uncached = emits_on_close is True and windows.kind is not WindowKind.TIME
    return StoreSettings(
        windows=windows.kind.value,
        window_size=windows.length,
        advance=windows.advance,
        grace=windows.grace,
        retention=retention,
        segment_interval=default_segment_interval(retention),
        is_cached=False if is_uncached else None,
        format=StoreFormat.TIME_ORDERED if emits_on_close else None,
    )


def settings_of_windowed(
    call: OperatorCall, target: object, windows: WindowsValue | None, materialized: OptionsValue
) -> StoreSettings:
    """Give what the windows say of an aggregation's store, if there are any."""
    if windows is None:
        return NOTHING_KNOWN
    emits = target.emits_on_close if isinstance(target, WindowedStreamValue) else False
    return window_settings(call, windows, materialized, emits_on_close=emits)


def join_settings(
    windows: WindowsValue | None, joined: OptionsValue, supplier: StoreSupplierValue | None, value_serde: str | None
) -> StoreSettings:
    """Give what is known of the store of one side of a join: it keeps records as long as the windows take them."""
    if joined.doubt is not None:
        return NOTHING_KNOWN
    size, grace = (None, None) if windows is None else (windows.length, windows.grace)
    retention = None if size is None or grace is None else size + grace
    told = StoreSettings(
        windows=WindowKind.JOIN.value,
        window_size=size,
        before=None if windows is None else windows.before,
        grace=grace,
        retention=retention,
        segment_interval=default_segment_interval(retention),
        is_cached=False,
        log_config=joined.log_config,
        format=StoreFormat.PLAIN,
        lies_by_default=not joined.has_own_store_type,
    )
    written = with_serdes(joined.key_serde, value_serde, told)
    return written if supplier is None else replace(with_supplier(written, supplier), log_config=())
