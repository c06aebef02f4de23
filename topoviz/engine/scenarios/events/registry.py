"""All kinds of events, by the names that scenarios have for them."""

from __future__ import annotations

from typing import Final

from topoviz.engine.scenarios.events import (
    add,
    kill,
    partitions,
    restart,
    rolling_restart,
    start,
    stop,
    threads,
    wait,
)

EVENT_KINDS: Final = {
    kind.name: kind
    for kind in (
        start.KIND,
        add.KIND,
        stop.KIND,
        kill.KIND,
        restart.KIND,
        threads.KIND,
        partitions.KIND,
        rolling_restart.KIND,
        wait.KIND,
    )
}
