"""Repartition topics that would go, with the records and bytes a day that this saves at most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.advice.asked import Merged, Optimizable
from topoviz.lag.advice.words import counted, rate
from topoviz.lag.findings.words import about, listed, number, size
from topoviz.lag.report.advice import Advice, AdviceKind, AdviceTable, Link

_DAY: Final = 86_400
_REPARTITION: Final = "-repartition"


@dataclass(frozen=True, slots=True)
class Topics:
    """What comes of each topic, records a second, by its name in the topology; None where it is not in the history.

    `from_outside` comes of topics that other applications write. `bytes_a_day` is what the log of one copy grew by at
    least. `left_over` are topics of the application that the topology does not read, by their names on the broker.
    """

    rates: Mapping[str, float]
    from_outside: float
    bytes_a_day: Mapping[str, float]
    left_over: Mapping[str, float]
    seconds: float


def advise_repartition(found: Optimizable, topics: Topics) -> Advice | None:
    """Say which repartition topics an optimization would merge, or which are superfluous; None where none are there."""
    if not found.repartition_topics and not topics.left_over and not found.merged:
        return None
    rows = [_row(topic, found, topics) for topic in found.repartition_topics]
    rows += [_left_over_row(topic, records) for topic, records in sorted(topics.left_over.items())]
    table = AdviceTable("Repartition topics", ("Topic", "Records a day", "Bytes a day", "With it merged"), tuple(rows))
    known = [topic for topic in found.repartition_topics if topic in topics.rates]
    carried = sum(topics.rates[topic] for topic in known)
    saves = [_saved(one, topics) for one in found.merged]
    total = None if None in saves or not saves else sum(one for one in saves if one is not None)
    return Advice(
        AdviceKind.REPARTITION_TOPICS,
        _sentence(found, topics, total),
        _next_step(found, topics),
        tuple(_arithmetic(found, topics, carried, saves)),
        tuple(_rests_on(found, topics)),
        (table,) if rows else (),
        (_compare(found),) if found.merged and not found.refusal else (),
        {
            "repartition_topics": float(len(found.repartition_topics)),
            "topics_gone": float(sum(len(one.gone) for one in found.merged)),
            **({} if total is None else {"records_a_day_saved_at_most": total}),
            **({"records_out_over_in": carried / topics.from_outside} if topics.from_outside and known else {}),
        },
    )


def _saved(one: Merged, topics: Topics) -> float | None:
    """Give the records a day that are saved at most: what all carry but the one that carries most."""
    rates = [topics.rates.get(topic) for topic in (one.kept, *one.gone)]
    known = [records for records in rates if records is not None]
    return (sum(known) - max(known)) * _DAY if len(known) == len(rates) else None


def _bytes(topic: str, topics: Topics) -> str:
    known = topics.bytes_a_day.get(topic)
    return "not known" if known is None else f"{size(known)} at least"


def _row(topic: str, found: Optimizable, topics: Topics) -> tuple[str, ...]:
    records = topics.rates.get(topic)
    fate = next((f"goes; `{one.kept}` carries all" for one in found.merged if topic in one.gone), "stays")
    if records is None:
        return f"`{topic}`", "not in the history", "not known", fate
    return f"`{topic}`", about(records * _DAY), _bytes(topic, topics), fate


def _left_over_row(topic: str, records: float) -> tuple[str, ...]:
    return f"`{topic}`", about(records * _DAY), "not known", "this topology does not read it"


def _sentence(found: Optimizable, topics: Topics, total: float | None) -> str:
    gone = [topic for one in found.merged for topic in one.gone]
    if gone and found.refusal:
        return "`topology.optimization` would merge repartition topics, but Kafka Streams refuses the program then."
    if gone:
        saved = "" if total is None else f", and with that at most {about(total)} records a day"
        topics_gone = counted(len(gone), "repartition topic")
        return (
            f"With `topology.optimization` set to `{found.setting}`, {topics_gone} would go: "
            f"{listed([f'`{topic}`' for topic in gone])}{saved}."
        )
    if topics.left_over:
        one = len(topics.left_over) == 1
        return (
            f"{counted(len(topics.left_over), 'repartition topic')} of the application {'is' if one else 'are'} not "
            "read by this topology."
        )
    if found.why_not:
        return "Which repartition topics an optimization would merge is not known."
    if found.is_on:
        return f"`topology.optimization` is `{found.setting}` already, so no repartition topic can be merged any more."
    return "No optimization of this version would merge repartition topics of this application."


def _next_step(found: Optimizable, topics: Topics) -> str:
    if found.merged and found.refusal:
        return f"Kafka Streams says: {found.refusal}"
    if found.merged:
        return (
            "Set it, and give the properties to `build(properties)` too. That is a change of the topology like any "
            "other: names with numbers may change, and state with them, so compare both versions before it is "
            "deployed. What still waits in a topic that goes has to be read before, and the topic stays on the brokers "
            "until somebody deletes it."
        )
    if topics.left_over:
        return (
            "See whether an older version still runs. Where nothing is written to it any more and all of it is read, "
            "delete the topic: Kafka Streams deletes none."
        )
    if found.why_not:
        return "Give the program instead of its dump: only its plan says what an optimization would do."
    return "Leave it as it is."


def _arithmetic(found: Optimizable, topics: Topics, carried: float, saves: Sequence[float | None]) -> Iterator[str]:
    if found.why_not:
        yield found.why_not
    if carried and topics.from_outside:
        yield (
            f"Repartition topics get {rate(carried)}, by the growth of their logs over the whole history, and "
            f"{number(topics.from_outside)} come of topics from outside: {carried / topics.from_outside:.2f} records "
            "written again for each that comes."
        )
    for one, saved in zip(found.merged, saves, strict=True):
        yield one.sentence
        if saved is None:
            missing = [f"`{topic}`" for topic in (one.kept, *one.gone) if topic not in topics.rates]
            yield f"What that saves is not known: the history does not have {listed(missing)}."
            continue
        rates = [topics.rates[topic] for topic in (one.kept, *one.gone)]
        yield (
            f"`{one.kept}` has to carry at least as much as the one that carries most: "
            f"{' + '.join(map(number, rates))} − {number(max(rates))} = {number(sum(rates) - max(rates))} records a "
            f"second; × {_DAY:,} s = {about(saved)} records a day at most. These are neither written nor read again."
        )


def _rests_on(found: Optimizable, topics: Topics) -> Iterator[str]:
    if topics.rates:
        yield "Offsets count marks of transactions too, with `exactly_once_v2`."
    if topics.seconds < _DAY and topics.rates:
        yield f"A day is computed from {number(topics.seconds / 3600)} hours of history, as if it all went on so."
    if found.merged:
        yield (
            "What stands between the change of the key and the repartition, such as a filter, runs behind the topic "
            "then, which may carry more and larger records for it."
        )
        if not topics.bytes_a_day:
            yield "Bytes are not known: offsets count records. A history of the sizes of topics tells them."
    if topics.bytes_a_day:
        yield (
            "Bytes are those by which the log of one copy grew between looks at its size. Kafka Streams deletes what "
            "was read meanwhile, so more was written; each replica has as much again."
        )


def _compare(found: Optimizable) -> Link:
    setting = found.setting.replace(",", "%2C")
    return Link("Compare both versions: is it safe?", f"view=compare&other=same&swapped=1&other-optimize={setting}")
