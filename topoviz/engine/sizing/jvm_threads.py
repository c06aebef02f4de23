"""The threads of the JVM that stream threads and an instance start beside themselves.

Kafka: StreamThread, KafkaProducer, AbstractCoordinator, DefaultStateUpdater, KafkaStreams, KafkaAdminClient.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from topoviz.engine.sizing.configuration import Part
from topoviz.engine.sizing.scope import Scope


@dataclass(frozen=True, slots=True)
class JvmThreads:
    """Threads of one kind; None where it is not known how many."""

    name: str
    count: int | None
    sentence: str
    reference: str


def jvm_threads(scope: Scope) -> tuple[JvmThreads, ...]:
    """List the threads of a stream thread, or of an instance."""
    return (*_of_stream_threads(scope), *_of_interceptors(scope), *(_of_instance(scope) if scope.is_instance else ()))


def _of_stream_threads(scope: Scope) -> Iterator[JvmThreads]:
    threads, configuration = scope.load.threads, scope.configuration
    yield JvmThreads("stream threads", threads, "They poll, process and commit.", "StreamThread")
    why = (
        "each task has one with exactly_once" if configuration.has_producers_of_tasks else "each stream thread has one"
    )
    yield JvmThreads("senders of producers", scope.producers, f"One for each producer; {why}.", "KafkaProducer")
    if configuration.has("group.protocol") and configuration.text("group.protocol") == "streams":
        yield JvmThreads(
            "network threads of consumers",
            threads,
            "With group.protocol=streams the consumer fetches and sends heartbeats in a thread of its own.",
            "AsyncKafkaConsumer",
        )
    else:
        yield JvmThreads(
            "heartbeats of consumers",
            threads,
            "One for the consumer of each stream thread; the consumer that restores is in no group and has none.",
            "AbstractCoordinator",
        )
    if configuration.restores_apart:
        yield JvmThreads(
            "state updaters", threads, "They restore stores while the stream thread goes on.", "DefaultStateUpdater"
        )


def _of_interceptors(scope: Scope) -> Iterator[JvmThreads]:
    configuration = scope.configuration
    parts = (Part.PRODUCER, Part.MAIN_CONSUMER, Part.RESTORE_CONSUMER)
    classes = [word for part in parts for word in configuration.text("interceptor.classes", part).split(",") if word]
    if classes:
        names = ", ".join(dict.fromkeys(word.strip().rpartition(".")[2][:60] for word in classes))
        yield JvmThreads(
            "interceptors",
            None,
            f"{names}: interceptors of producers and consumers are made once for each client, and may start threads "
            "and producers of their own, as those for monitoring do; how many is not known here.",
            "ProducerInterceptor, ConsumerInterceptor",
        )


def _of_instance(scope: Scope) -> Iterator[JvmThreads]:
    yield JvmThreads("admin client", 1, "One for the instance, shared by its stream threads.", "KafkaAdminClient")
    yield JvmThreads(
        "cleaner",
        1,
        "It deletes the directories of tasks that went elsewhere (state.cleanup.delay.ms).",
        "KafkaStreams",
    )
    if scope.global_load is not None:
        yield JvmThreads("global thread", 1, "It fills the global stores; it runs no task.", "GlobalStreamThread")
    configuration = scope.configuration
    if configuration.behaviours.has("records_rocksdb") and configuration.text("metrics.recording.level") == "DEBUG":
        yield JvmThreads(
            "recorder of RocksDB metrics", 1, "It runs with metrics.recording.level=DEBUG.", "KafkaStreams"
        )
