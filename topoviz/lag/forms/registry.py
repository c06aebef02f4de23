"""All forms that are text, in the order in which they are asked."""

from __future__ import annotations

from typing import Final

from topoviz.lag.forms import (
    burrow,
    capture,
    csv_rows,
    exposition,
    grafana_csv,
    jmx_csv,
    json_rows,
    not_usable,
    prometheus_json,
)
from topoviz.lag.forms.model import Head, Look, Upload
from topoviz.lag.limits import Limits

LOOKS: Final[tuple[Look, ...]] = (
    # A table of Grafana may have columns that are called like ours.
    grafana_csv.look,
    csv_rows.look,
    jmx_csv.look,
    # An answer of Prometheus may have a label that is called like one of ours.
    prometheus_json.look,
    burrow.look,
    json_rows.look,
    exposition.look,
    capture.look,
    not_usable.look,
)


def recognise(head: Head, limits: Limits) -> Upload | None:
    """Say which form a text has; None where it has none, and raises BadHistory where it cannot be used."""
    return next((found for look in LOOKS if (found := look(head, limits)) is not None), None)
