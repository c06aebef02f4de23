"""The settings that an assignment starts from, and who says each of them.

The question's win over those of the cluster's text, these over the program's, and these over the defaults. What the
program sets and nobody knows is said, and so is what its version does not look at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from topoviz.engine.assignment.assignor_classes import (
    CLASS_SETTINGS,
    GROUP_PROTOCOL,
    STREAMS_GROUP,
    assignor_of_class,
    classes_of,
)
from topoviz.engine.assignment.assignors.registry import NoSuchAssignor, assignor_for
from topoviz.engine.assignment.reading_settings import SETTINGS, BadSetting, read_settings
from topoviz.engine.assignment.setting_source import ASKED, DEFAULT, SetBy, Source
from topoviz.engine.assignment.settings import AssignmentSettings, RackStrategy
from topoviz.engine.cluster.model import Client
from topoviz.engine.cluster.reading.thread_count import THREADS
from topoviz.engine.dsl.interpreter.program_settings import ProgramSettings
from topoviz.engine.program_layer import (
    CLIENT_RACKS,
    CLIENT_TAG,
    ProgramLayer,
    Said,
    came_with,
    is_known_setting,
    stream_threads,
)
from topoviz.engine.sizing.configuration import OPTIONS, Configuration, is_option, read_configuration, stands_for
from topoviz.engine.syntax.data_text import Word
from topoviz.engine.versions import Behaviours

_ASSIGNOR: Final = "assignor"
"""Beside settings of Kafka Streams, those of a cluster's text may name the assignor in our words."""

_KNOWN: Final = (*SETTINGS, THREADS, *CLASS_SETTINGS, f"{CLIENT_TAG}NAME", CLIENT_RACKS[-1], *OPTIONS)


@dataclass(frozen=True, slots=True)
class StartingSettings:
    """What holds, by what it is for; `sources` say who says what is no default, by the names under which it stands.

    `tags` and `rack` are those of clients of which nobody says any. `doubts` are about who gets which task,
    `memory_doubts` about what an instance needs.
    """

    assignment: AssignmentSettings
    configuration: Configuration
    assignor: str | None
    threads: int
    sources: Mapping[str, Source]
    tags: Mapping[str, str] = field(default_factory=dict)
    rack: str | None = None
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    memory_doubts: tuple[str, ...] = ()

    def client(self, client: Client) -> Client:
        """Give a client the tags and the rack that all of them start with, where nobody says its own."""
        return replace(client, tags={**self.tags, **client.tags}, rack=client.rack or self.rack)

    def source_of(self, name: str) -> Source:
        """Give who says a setting, or the assignor."""
        return self.sources.get(name, DEFAULT)


def starting_settings(
    program: ProgramSettings | None,
    cluster: Mapping[str, Word],
    asked: Mapping[str, str],
    assignor: str | None,
    behaviours: Behaviours,
    *,
    has_usual_threads: bool = True,
) -> StartingSettings:
    """Put together what holds; raises BadSetting for what the question or the cluster's text says wrongly.

    How many threads the program starts matters where some instance does not say it: `has_usual_threads`.
    """
    asked_layer = {name: Said(text, ASKED) for name, text in asked.items()}
    if assignor is not None:
        asked_layer[_ASSIGNOR] = Said(assignor, ASKED)
    cluster_layer = {name: Said(word.text, Source(SetBy.CLUSTER, "", word.line)) for name, word in cluster.items()}
    for name in (*asked_layer, *cluster_layer):
        if name != _ASSIGNOR and not is_known_setting(name):
            raise BadSetting(name, f"is not known here; known are {', '.join(_KNOWN)}.")
    taken = ProgramLayer(behaviours)
    program_layer = taken.read(program, {**cluster_layer, **asked_layer})
    layers = (asked_layer, cluster_layer, program_layer)
    held = _held(layers)
    chosen, assignor_source = _chosen_assignor(layers, taken, behaviours)
    _follow_assignor(held, chosen, assignor_source, behaviours)
    sources = {name: said.source for name, said in held.items()} | ({_ASSIGNOR: assignor_source} if chosen else {})
    texts = {name: said.text for name, said in held.items()}
    mine = {name: text for name, text in texts.items() if name in SETTINGS}
    options = {name: text for name, text in texts.items() if is_option(name)}
    configuration = read_configuration(options, behaviours, sources)
    assignment = read_settings(mine, behaviours)
    return StartingSettings(
        assignment,
        configuration,
        chosen,
        stream_threads(texts.get(THREADS)),
        sources,
        {name.removeprefix(CLIENT_TAG): text for name, text in texts.items() if name.startswith(CLIENT_TAG)},
        next((texts[name] for name in CLIENT_RACKS if texts.get(name)), None),
        tuple(taken.notes),
        tuple(
            sentence
            for name, sentence in taken.doubts
            if _matters(name, assignment, has_usual_threads=has_usual_threads)
        ),
        tuple(taken.memory_doubts),
    )


def _matters(name: str, settings: AssignmentSettings, *, has_usual_threads: bool) -> bool:
    """Tell whether another value of a setting could change who gets which task."""
    if name == THREADS:
        return has_usual_threads
    if name.startswith(CLIENT_TAG):
        return name.removeprefix(CLIENT_TAG) in settings.rack_aware_assignment_tags
    return name not in CLIENT_RACKS or settings.rack_aware_assignment_strategy is not RackStrategy.NONE


def threads_asked(asked: Mapping[str, str]) -> int | None:
    """Give the question's own number of stream threads, which wins over the cluster's."""
    return stream_threads(asked[THREADS]) if THREADS in asked else None


def _held(layers: Sequence[Mapping[str, Said]]) -> dict[str, Said]:
    """Take each setting from the first layer that says it, under whatever name it stands there."""
    held: dict[str, Said] = {}
    for layer in layers:
        above = tuple(held)
        held |= {
            name: said
            for name, said in layer.items()
            if name != _ASSIGNOR and name not in held and not any(stands_for(one, name) for one in above)
        }
    return held


def _chosen_assignor(
    layers: Sequence[Mapping[str, Said]], program: ProgramLayer, behaviours: Behaviours
) -> tuple[str | None, Source]:
    """Find the assignor that the first layer chooses that says anything about it; None for the version's own."""
    for layer in layers:
        if _ASSIGNOR in layer:
            return layer[_ASSIGNOR].text, layer[_ASSIGNOR].source
        protocol = layer.get(GROUP_PROTOCOL)
        if protocol is not None and protocol.text.strip().lower() == "streams":
            return STREAMS_GROUP, protocol.source
        for name, behaviour in CLASS_SETTINGS.items():
            if name not in layer:
                continue
            said = layer[name]
            found = assignor_of_class(name, said.text)
            if said.source.by is SetBy.PROGRAM:
                if found is None:
                    sentence = (
                        f"{name} is {said.text[:100]} ({said.source}), a class that is not Kafka's: who gets which "
                        "task it alone decides. Shown is what the assignor of the version does."
                    )
                    program.doubts.append((name, sentence))
                    return None, DEFAULT
                if not _has(found, behaviours):
                    continue
            elif not behaviours.has(behaviour):
                raise BadSetting(name, came_with(behaviour, behaviours))
            elif found is None:
                raise BadSetting(name, f"is {said.text[:100]!r}, which is not known; known are {classes_of(name)}.")
            return found, said.source
        if protocol is not None and protocol.source.by is not SetBy.PROGRAM:
            return None, protocol.source
    return None, DEFAULT


def _follow_assignor(held: dict[str, Said], chosen: str | None, source: Source, behaviours: Behaviours) -> None:
    """Let the protocol of the group be the one of the assignor, which is the stronger word."""
    if chosen == STREAMS_GROUP and GROUP_PROTOCOL not in held and behaviours.has("has_streams_groups"):
        held[GROUP_PROTOCOL] = Said("streams", source)
    elif chosen not in (None, STREAMS_GROUP) and GROUP_PROTOCOL in held:
        held[GROUP_PROTOCOL] = Said("classic", source)


def _has(assignor: str, behaviours: Behaviours) -> bool:
    try:
        assignor_for(behaviours, assignor)
    except NoSuchAssignor:
        return False
    return True
