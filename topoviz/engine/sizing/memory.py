"""The memory of the fullest stream thread, and of each kind of instance, term by term."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from topoviz.engine.sizing.configuration import Configuration
from topoviz.engine.sizing.given import Given
from topoviz.engine.sizing.jvm_threads import JvmThreads, jvm_threads
from topoviz.engine.sizing.loads import InstanceLoad, Load
from topoviz.engine.sizing.scope import GlobalLoad, Scope
from topoviz.engine.sizing.terms.term import Place, Term
from topoviz.engine.sizing.terms.terms import terms_of


@dataclass(frozen=True, slots=True)
class Needs:
    """What some clients need that hold equally much, or one thread of a client: terms, and threads of the JVM."""

    clients: tuple[str, ...]
    thread: str | None
    load: Load
    terms: tuple[Term, ...]
    jvm_threads: tuple[JvmThreads, ...]

    def bytes_in(self, place: Place) -> int:
        """Add up what is known of a place."""
        return sum(term.bytes or 0 for term in self.terms if term.place is place)

    @property
    def bytes(self) -> int:
        """Add up all that is known."""
        return sum(term.bytes or 0 for term in self.terms)

    @property
    def not_reckoned(self) -> tuple[str, ...]:
        """Name the terms that the sums lack."""
        return tuple(term.title for term in self.terms if term.bytes is None)

    @property
    def count_of_jvm_threads(self) -> int:
        """Count the threads of the JVM that are known."""
        return sum(one.count or 0 for one in self.jvm_threads)


@dataclass(frozen=True, slots=True)
class Memory:
    """The thread that needs most, and all kinds of instances, the fullest first."""

    thread: Needs
    instances: tuple[Needs, ...]


def memory_of(
    instances: Sequence[InstanceLoad], global_load: GlobalLoad | None, configuration: Configuration, given: Given
) -> Memory:
    """Reckon what each thread and each instance needs; loads that are equal are reckoned once."""
    names: dict[Load, list[str]] = {}
    for instance in instances:
        names.setdefault(instance.total, []).append(instance.client.name)
    of_instances = tuple(
        _needs(
            tuple(clients),
            None,
            Scope(
                load, load.threads, is_instance=True, global_load=global_load, configuration=configuration, given=given
            ),
        )
        for load, clients in names.items()
    )
    return Memory(
        _fullest(_of_threads(instances, global_load, configuration, given)),
        tuple(sorted(of_instances, key=lambda needs: -needs.bytes)),
    )


def _of_threads(
    instances: Iterable[InstanceLoad], global_load: GlobalLoad | None, configuration: Configuration, given: Given
) -> list[Needs]:
    """Reckon one thread of each load and size of instance."""
    found: dict[tuple[Load, int], Needs] = {}
    for instance in instances:
        for thread, load in zip(instance.thread_names, instance.threads, strict=True):
            key = (load, instance.total.threads)
            if key not in found:
                scope = Scope(
                    load, key[1], is_instance=False, global_load=global_load, configuration=configuration, given=given
                )
                found[key] = _needs((instance.client.name,), thread, scope)
    return list(found.values())


def _needs(clients: tuple[str, ...], thread: str | None, scope: Scope) -> Needs:
    return Needs(clients, thread, scope.load, terms_of(scope), jvm_threads(scope))


def _fullest(threads: Sequence[Needs]) -> Needs:
    return max(threads, key=lambda needs: (needs.bytes, needs.load.active))
