"""What the engine's task answers to the calls that the real one is asked, in the same words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from topoviz.engine.simulation.membership.checkpoints import needs_checkpoint
from topoviz.engine.simulation.task.extractors import Extractor, InvalidTimestamp
from topoviz.engine.simulation.task.punctuations import Schedule
from topoviz.engine.simulation.task.readiness.model import Waits
from topoviz.engine.simulation.task.record import Record
from topoviz.engine.simulation.task.running_task import RunningTask, TaskSettings
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.versions import Behaviours, parse_version

REFUSED = "refused"


def answers_of_engine(version: str, calls: Sequence[str]) -> list[str]:
    """Give a line for each call; the last one is `refused` where the task ends."""
    asked = _Asked(Behaviours(parse_version(version)))
    return list(_until_refused(asked.answer(call.split(" ")) for call in calls))


def _until_refused(answers: Iterator[str]) -> Iterator[str]:
    try:
        yield from answers
    except InvalidTimestamp:
        yield REFUSED


class _Asked:
    task: RunningTask

    def __init__(self, behaviours: Behaviours) -> None:
        self.behaviours = behaviours
        self.now = 0
        self.lags: dict[TopicPartition, int | None] = {}
        self.times: dict[TopicPartition, int] = {}
        self.schedules: dict[str, Schedule] = {}
        self.cancelling: set[str] = set()
        self.fired: list[str] = []

    def answer(self, words: Sequence[str]) -> str:
        match words:
            case ["task", idle, most, *partitions]:
                self.task = _task(int(idle), int(most), partitions, self.behaviours)
                return "begun"
            case ["at", now]:
                self.now = int(now)
                return "at"
            case ["add", partition, *records]:
                self.task.add(_partition(partition), [_record(one) for one in records], self.now)
                return self.paused()
            case ["lag", partition, lag]:
                self.lags[_partition(partition)] = None if lag == "-" else int(lag)
                return "lag"
            case ["turn"]:
                self.task.resume_partitions()
                self.task.update_lags(self.lags)
                return self.paused()
            case ["process"]:
                return self.process()
            case ["schedule", name, clock, interval]:
                return self.schedule(name, clock, int(interval))
            case ["cancel", name]:
                self.schedules[name].is_cancelled = True
                return "cancelled"
            case ["cancel-when-called", name]:
                self.cancelling.add(name)
                return "noted"
            case ["punctuate", clock]:
                return self.punctuate(clock)
            case ["commit"]:
                return self.committed(self.task.commit())
            case ["suspend"]:
                return self.committed(self.task.suspend())
            case ["resume"]:
                self.task.resume(self.times)
                return f"resumed time={self.task.group.stream_time} {self.paused()}"
            case ["checkpoint", before, after]:
                needed = needs_checkpoint(int(before), int(after), self.behaviours)
                return str(needed).lower()
        raise ValueError(words)

    def committed(self, offsets: Mapping[TopicPartition, tuple[int, int]]) -> str:
        self.times.update((partition, time) for partition, (_, time) in offsets.items())
        found = {str(partition): f"{offset}@{time}" for partition, (offset, time) in offsets.items()}
        return f"committed {{{', '.join(f'{name}={found[name]}' for name in sorted(found))}}}"

    def process(self) -> str:
        if not self.behaviours.has("remembers_lags"):
            self.task.update_lags(self.lags)
        found = self.task.process(self.now)
        if found is None or isinstance(found, Waits):
            did = "waits"
        elif found.is_skipped:
            did = "did []"
        else:
            did = f"did [{found.partition}:{found.record.offset}]"
        return f"{did} time={self.task.group.stream_time} {self.paused()}"

    def schedule(self, name: str, clock: str, interval: int) -> str:
        try:
            if clock == "stream":
                self.schedules[name] = self.task.by_stream_time.add(Schedule(name, 0, interval))
            else:
                self.schedules[name] = self.task.by_wall_clock.add(Schedule(name, self.now + interval, interval))
        except ValueError:
            return REFUSED
        return "scheduled"

    def punctuate(self, clock: str) -> str:
        self.fired = []
        if clock == "stream":
            did = self.task.punctuate_by_stream_time(self.call)
        else:
            did = self.task.punctuate_by_wall_clock(self.now, self.call)
        return f"{'did' if did else 'nothing'} [{', '.join(self.fired)}]"

    def call(self, schedule: Schedule, time: int) -> None:
        self.fired.append(f"{schedule.name}@{time}")
        if schedule.name in self.cancelling:
            self.cancelling.remove(schedule.name)
            schedule.is_cancelled = True

    def paused(self) -> str:
        return f"paused=[{', '.join(sorted(map(str, self.task.paused)))}]"


def _task(idle: int, most: int, words: Sequence[str], behaviours: Behaviours) -> RunningTask:
    parted = [(_partition(word.partition("/")[0]), word.partition("/")[2] or "fail") for word in words]
    extractors = {partition.topic: Extractor(name) for partition, name in parted}
    return RunningTask([partition for partition, _ in parted], TaskSettings(idle, most, extractors), behaviours)


def _partition(text: str) -> TopicPartition:
    topic, _, number = text.rpartition("-")
    return TopicPartition(topic, int(number))


def _record(text: str) -> Record:
    offset, time, *unreadable = text.split(":")
    return Record(int(offset), int(time), not unreadable)
