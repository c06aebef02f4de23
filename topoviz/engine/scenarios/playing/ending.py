"""What is said at the end of a scenario that did not come to rest, or after which events did not happen any more."""

from __future__ import annotations

from topoviz.engine.scenarios.durations import clock_text
from topoviz.engine.scenarios.events.event import Event
from topoviz.engine.scenarios.model import MOST_REBALANCES, StepKind
from topoviz.engine.scenarios.playing.live import Live
from topoviz.engine.scenarios.recorded import OpenStep


def tell_end(live: Live) -> None:
    """Say that a scenario is cut off, and name the events that did not happen."""
    missed = live.plan.missed()
    if live.is_cut_off and missed:
        _end_with_step(live, missed)
    elif live.is_cut_off and live.steps:
        live.note(f"Here the scenario is cut off, after {live.rebalances:,} rebalances: it does not come to rest.")
    elif missed and live.steps:
        live.note(_did_not_happen(missed))


def _end_with_step(live: Live, missed: list[Event]) -> None:
    idle = live.steps[-1].idle_threads if live.steps else ()
    last = clock_text(live.plan.last_ms)
    too_long = f"A day after the last event, that of {last}, it still changes; {_rebalances(live.rebalances)} by then."
    too_many = f"A scenario is followed for {MOST_REBALANCES:,} rebalances at most."
    live.steps.append(
        OpenStep(
            live.now,
            StepKind.EVENT,
            "The scenario ends here: it does not come to rest.",
            too_many if live.rebalances >= MOST_REBALANCES else too_long,
            idle_threads=idle,
            notes=[_did_not_happen(missed)],
        )
    )
    live.show_clients()


def _rebalances(number: int) -> str:
    return "1 rebalance" if number == 1 else f"{number:,} rebalances"


def _did_not_happen(missed: list[Event]) -> str:
    first = missed[0]
    name = f"The event {first.words}" if first.words else "An event"
    place = "" if first.line is None else f" of line {first.line}"
    more = f", and {len(missed) - 1:,} after it," if len(missed) > 1 else ""
    return f"{name}{place}{more} did not happen any more."
