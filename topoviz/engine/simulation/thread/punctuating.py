"""A punctuator is called (StreamTask#punctuate): its processor has a record that is none, with the time of the call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topoviz.engine.simulation.events import Punctuated
from topoviz.engine.simulation.life_events.tasks import ScheduleCancelled
from topoviz.engine.simulation.settings import Clock, FailsIn
from topoviz.engine.simulation.task.punctuations import Schedule
from topoviz.engine.simulation.thread.ends import fails_in_punctuator
from topoviz.engine.simulation.thread.live_task import LiveTask

if TYPE_CHECKING:
    from topoviz.engine.simulation.thread.stream_thread import StreamThread


def call(thread: StreamThread, task: LiveTask, by: Clock, schedule: Schedule, time: int) -> None:
    """Call a punctuator with a time in ms, after which it may cancel itself; raises ThreadDies."""
    world = thread.world
    one = world.punctuators[schedule.name]
    if thread.fails_in is FailsIn.PUNCTUATOR:
        raise fails_in_punctuator(task, one)
    task.tally.punctuations += 1
    thread.clock += one.micros
    world.tell(Punctuated(thread.clock, thread.name, task.name, schedule.name, by.value, time, one.node))
    schedule.calls += 1
    if one.times is not None and schedule.calls >= one.times:
        schedule.is_cancelled = True
        world.tell(ScheduleCancelled(thread.clock, thread.name, task.name, schedule.name, schedule.calls))
