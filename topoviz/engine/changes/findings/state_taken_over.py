"""A store whose numbered name another store had before: it goes on with rows that are not its own."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.matching.thing import Sort, Thing
from topoviz.engine.explanations.wording import code


def find_taken_over_state(compared: Compared) -> Iterator[Finding]:
    """Find names that both versions have for different stores."""
    partners = compared.matching.old_of
    shuffled = _shuffled(compared)
    for name in compared.new.stores:
        before = partners.get(Thing(Sort.STORE, name))
        if name not in compared.old.stores:
            continue
        is_sure = before is not None and before.evidence.is_sure
        if before is None or before.old.name != name:
            said = f"{code(name)} is the name of another store now: Kafka Streams gave the number to another operator."
            yield _finding(compared, name, said, is_sure=is_sure)
        elif not is_sure and before.old.mark in shuffled:
            said = (
                f"{code(name)} may be the name of another store now: others that are alike are called otherwise, and "
                "any of them may be this one."
            )
            yield _finding(compared, name, said, is_sure=False)


def _shuffled(compared: Compared) -> frozenset[str]:
    """Give the names without their numbers of stores that are alike, of which at least one has another number."""
    return frozenset(
        one.old.mark
        for one in compared.matching.matched
        if one.old.sort is Sort.STORE and one.is_renamed and not one.evidence.is_sure
    )


def _finding(compared: Compared, name: str, sentence: str, *, is_sure: bool) -> Finding:
    return Finding(
        "state-taken-over",
        Level.STATE_LOSS,
        sentence,
        f"The new store is restored from {code(compared.deployment.topic(f'{name}-changelog'))}, which has the "
        "rows of the other one: wrong results without an error, or errors when a row is read.",
        "Give both stores names of their own that the old version does not use, or reset the application and "
        "reprocess the input.",
        "ProcessorStateManager#storeChangelogTopic",
        (name,),
        (name,),
        is_unsure=not is_sure,
        rests_on=() if is_sure else ("which operator goes on as which: several are alike",),
    )
