"""What metrics tell, series by series, put together into rows of a lag history.

A sample is three numbers in an array, so that millions of them fit; nothing is kept as text but the names.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, repeat
from statistics import median
from typing import Final

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.metrics import Metric, Part, Series, missing_words, no_lag_metrics
from topoviz.lag.forms.told import times
from topoviz.lag.forms.too_much import too_large
from topoviz.lag.limits import Limits

MICROSECONDS: Final = 1_000_000
_LONE: Final = 15 * MICROSECONDS
"""Two samples of which there is only one each belong together within this time: two questions, one after the other."""

_OF_GROUP: Final[tuple[Part, ...]] = (Part.COMMITTED, Part.LAG)
Key = tuple[str | None, str, str]


@dataclass(frozen=True, slots=True)
class LagRow:
    """A row as its cells; `micros` since 1970, `committed` is None where nothing is."""

    micros: int
    group: str
    topic: str
    partition: str
    end: int
    committed: int | None
    client_id: str
    host: str


@dataclass
class _Samples:
    """Samples of one part of one partition; `owners` are places in a list of clients."""

    micros: array[int] = field(default_factory=lambda: array("q"))
    values: array[int] = field(default_factory=lambda: array("q"))
    owners: array[int] = field(default_factory=lambda: array("l"))

    def in_order(self) -> _Samples:
        """Sort by time; of several at one instant the first stays, as two exporters tell the same twice."""
        if all(before < after for before, after in pairwise(self.micros)):
            return self
        order = sorted(range(len(self.micros)), key=self.micros.__getitem__)
        kept = [at for place, at in enumerate(order) if not place or self.micros[at] != self.micros[order[place - 1]]]
        return _Samples(
            *(array(one.typecode, (one[at] for at in kept)) for one in (self.micros, self.values, self.owners))
        )

    def step(self) -> int | None:
        """Give the usual time between two samples, which have to be in order."""
        return int(median(after - before for before, after in pairwise(self.micros))) if len(self.micros) > 1 else None

    def nearest(self, micros: int, within: int) -> int | None:
        """Give the value that is nearest in time, if it is near enough."""
        after = bisect_left(self.micros, micros)
        if after < len(self.micros) and self.micros[after] == micros:
            return self.values[after]
        near = [at for at in (after - 1, after) if 0 <= at < len(self.micros)]
        best = min(near, key=lambda at: abs(self.micros[at] - micros), default=None)
        if best is None or abs(self.micros[best] - micros) > within:
            return None
        return self.values[best]


class Observations:
    """All that the metrics of all files tell."""

    def __init__(self, limits: Limits) -> None:
        """Begin with nothing; `limits` bounds how much may come."""
        self._limits = limits
        self._samples: dict[Part, dict[Key, _Samples]] = {part: {} for part in Part}
        self._owners: dict[tuple[str, str], int] = {("", ""): 0}
        self._clusters: dict[str, None] = {}
        self._count = 0
        self._left_out: Counter[str] = Counter()
        self.tools: dict[str, set[Part]] = {}

    @property
    def count(self) -> int:
        """How many samples there are."""
        return self._count

    def add(self, metric: Metric, series: Series, micros: int, value: int) -> None:
        """Take in one sample, as `add_all` does."""
        self.add_all(metric, series, (micros,), (value,))

    def add_all(self, metric: Metric, series: Series, micros: Sequence[int], values: Sequence[int]) -> None:
        """Take in samples of one series; raises BadHistory for too many, or for those of several clusters."""
        if not values:
            return
        self._count += len(values)
        if self._count > self._limits.max_rows * len(Part):
            raise too_large("more samples", f"{self._limits.max_rows * len(Part):,}")
        self.tools.setdefault(metric.tool, set()).add(series.part)
        if series.cluster not in self._clusters:
            self._clusters[series.cluster] = None
            self._refuse_several_clusters()
        of_part = self._samples[series.part]
        key = (series.group, series.topic, series.partition)
        samples = of_part.get(key)
        if samples is None:
            # Partitions and groups each have a series; more than twice as many as may be reported are never read.
            if len(of_part) >= 2 * self._limits.max_partitions:
                raise too_large("more series", f"{2 * self._limits.max_partitions:,}")
            samples = of_part[key] = _Samples()
        samples.micros.extend(micros)
        samples.values.extend(values)
        owner = self._owners.setdefault((series.client_id, series.host), len(self._owners))
        samples.owners.extend(repeat(owner, len(values)))

    def rows(self) -> Iterator[LagRow]:
        """Put samples together by group, topic, partition and time; raises BadHistory where none belong together."""
        ends = {key: one.in_order() for key, one in self._samples[Part.END].items()}
        committed, lags = self._samples[Part.COMMITTED], self._samples[Part.LAG]
        owners = list(self._owners)
        is_empty = True
        for key in dict.fromkeys((*committed, *lags)):
            group, topic, partition = key
            if group is None:
                continue
            own = {part: self._samples[part][key].in_order() for part in _OF_GROUP if key in self._samples[part]}
            end = ends.get(key) or ends.get((None, topic, partition))
            for micros, last, done, owner in self._joined(end, own):
                is_empty = False
                yield LagRow(micros, group, topic, partition, last, done, *owners[owner])
        if is_empty:
            raise self._nothing()

    def notes(self) -> tuple[str, ...]:
        """Say what was left out, once all rows have been given."""
        return tuple(
            f"Not used: {times(count, 'sample')} of the {what} without another metric of the same partition at the "
            "same time, within half the time between two samples."
            for what, count in self._left_out.items()
        )

    def _joined(
        self, end: _Samples | None, of_group: dict[Part, _Samples]
    ) -> Iterator[tuple[int, int, int | None, int]]:
        first = Part.COMMITTED if Part.COMMITTED in of_group else Part.LAG
        own, lag = of_group[first], of_group.get(Part.LAG)
        lag = None if lag is own else lag
        within = _half_of_step(own, end, lag)
        for micros, value, owner in zip(own.micros, own.values, own.owners, strict=True):
            last = end.nearest(micros, within) if end is not None else None
            behind = lag.nearest(micros, within) if lag is not None else None
            if first is Part.LAG and last is not None:
                yield micros, last, last - value if value >= 0 else None, owner
            elif first is Part.COMMITTED and last is not None:
                yield micros, last, value if value >= 0 else None, owner
            elif first is Part.COMMITTED and behind is not None and value >= 0 and behind >= 0:
                yield micros, value + behind, value, owner
            else:
                self._left_out[first.value] += 1

    def _refuse_several_clusters(self) -> None:
        named = sorted(name for name in self._clusters if name)
        if len(named) > 1:
            raise BadHistory(
                "several-clusters",
                f"The metrics are of several Kafka clusters: {', '.join(named[:5])}.",
                "Ask for one of them, with its label in the query: a group in each may have the same name.",
            )

    def _nothing(self) -> BadHistory:
        if not self._count:
            return no_lag_metrics("No metric in the files tells of the offsets of a group.")
        tool, parts = next(iter(self.tools.items()))
        found = set.union(*self.tools.values())
        has = " and the ".join(part.value for part in Part if part in found)
        if len(found) == 1:
            only = "the lag alone, and rates need offsets" if found == {Part.LAG} else f"the {has} alone"
            return BadHistory(
                "one-metric",
                f"The metrics are of {tool}, and tell {only}.",
                f"Export {missing_words(tool, parts)} for the same time too, and give all files together.",
            )
        return BadHistory(
            "no-common-samples",
            f"The metrics tell the {has}, but never of the same partition at the same time.",
            "Export them for the same groups and topics, from the same time and with the same step.",
        )


def _half_of_step(*samples: _Samples | None) -> int:
    steps = [step for one in samples if one is not None and (step := one.step()) is not None]
    return min(steps) // 2 if steps else _LONE
