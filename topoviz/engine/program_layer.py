"""What a program's own settings say of an assignment, and what is to be said of them.

What the program sets and nobody knows is a doubt, and what its version does not look at is a note.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from topoviz.engine.assignment.assignor_classes import CLASS_SETTINGS, GROUP_PROTOCOL
from topoviz.engine.assignment.reading_settings import SETTINGS, BadSetting, read_settings, whole_number
from topoviz.engine.assignment.setting_source import SetBy, Source
from topoviz.engine.cluster.reading.cluster_file import MOST_THREADS
from topoviz.engine.cluster.reading.thread_count import THREADS
from topoviz.engine.dsl.interpreter.program_settings import ProgramSetting, ProgramSettings
from topoviz.engine.sizing.configuration import is_option, read_configuration, stands_for
from topoviz.engine.versions import Behaviours, behaviour_named

CLIENT_TAG: Final = "client.tag."
_OF_MAIN_CONSUMER: Final = ("main.consumer.", "consumer.", "")
CLIENT_RACKS: Final = ("main.consumer.client.rack", "consumer.client.rack", "client.rack")


@dataclass(frozen=True, slots=True)
class Said:
    """A value as somebody says it."""

    text: str
    source: Source


def is_known_setting(name: str) -> bool:
    """Tell whether a setting is one that an assignment starts from."""
    own = (*SETTINGS, THREADS, *CLASS_SETTINGS, *CLIENT_RACKS)
    return name in own or name.startswith(CLIENT_TAG) or is_option(name)


def stream_threads(text: str | None) -> int:
    """Read how many stream threads there are, 1 where nobody says it; raises BadSetting."""
    try:
        return 1 if text is None else whole_number(1, MOST_THREADS)(text)
    except ValueError as error:
        raise BadSetting(THREADS, str(error)) from error


def came_with(behaviour: str, behaviours: Behaviours) -> str:
    """Say that a version does not have a setting yet."""
    return f"came with Kafka Streams {behaviour_named(behaviour).since}; {behaviours.version} does not have it."


class ProgramLayer:
    """Reads the program's settings, and gathers what is to be said of them."""

    def __init__(self, behaviours: Behaviours) -> None:
        self.behaviours = behaviours
        self.notes: list[str] = []
        self.doubts: list[tuple[str, str]] = []
        self.memory_doubts: list[str] = []

    def read(self, program: ProgramSettings | None, above: Mapping[str, Said]) -> dict[str, Said]:
        """Give those that are known, that the version looks at, and that nothing above replaces."""
        if program is None:
            return {}
        if not program.is_all:
            self.notes.append(
                "Some of the properties that the program starts with come from outside its text. A setting that stands "
                "there holds in the place of a default."
            )
        found = {}
        for name, setting in program.settings.items():
            if not is_known_setting(name) or any(stands_for(one, name) for one in above):
                continue
            said = self._said(setting)
            if said is not None:
                found[name] = said
        return found

    def _said(self, setting: ProgramSetting) -> Said | None:
        name = setting.name
        source = _source(setting)
        if setting.text is None:
            self._doubt(name, _not_known(setting))
            return None
        why = self._why_not(name, setting.text)
        if why is None:
            if setting.doubt:
                self._doubt(name, _only_likely(setting))
            return Said(setting.text, source)
        is_lacking, sentence = why
        if is_lacking:
            self.notes.append(f"{name} ({source}) {sentence} It is passed over.")
        else:
            self._doubt(name, _refused(setting, sentence))
        return None

    def _doubt(self, name: str, sentence: str) -> None:
        if is_option(name) and name != GROUP_PROTOCOL:
            self.memory_doubts.append(sentence)
        else:
            self.doubts.append((name, sentence))

    def _why_not(self, name: str, text: str) -> tuple[bool, str] | None:
        """Say why a setting does not hold: the version lacks it, or would refuse its value."""
        behaviour = CLASS_SETTINGS.get(name) or (SETTINGS[name].behaviour if name in SETTINGS else None)
        if name.startswith(CLIENT_TAG):
            behaviour = "spreads_standbys_by_tags"
        if behaviour is not None and not self.behaviours.has(behaviour):
            return True, came_with(behaviour, self.behaviours)
        try:
            for _ in self._reads(name, text):
                pass
        except BadSetting as error:
            sentence = str(error).removeprefix(f"{name} ")
            return "came with Kafka Streams" in sentence or "went with Kafka Streams" in sentence, sentence
        return None

    def _reads(self, name: str, text: str) -> Iterator[object]:
        """Read a setting as it will be read with the others."""
        if name in SETTINGS:
            yield read_settings({name: text}, self.behaviours)
        elif name == THREADS:
            yield stream_threads(text)
        elif is_option(name):
            yield read_configuration({name: text}, self.behaviours)


def settings_of_program(
    program: ProgramSettings | None, names: Iterable[str], read: Callable[[str, str], object]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Give what a program says of other settings, of the main consumer's too; and what is not certain of that.

    `read` raises BadSetting for what does not hold.
    """
    found, doubts = {}, []
    for name in names:
        held = () if program is None else (program.settings.get(f"{prefix}{name}") for prefix in _OF_MAIN_CONSUMER)
        setting = next(filter(None, held), None)
        if setting is None:
            continue
        if setting.text is None:
            doubts.append(_not_known(setting))
            continue
        try:
            read(name, setting.text)
        except BadSetting as error:
            doubts.append(_refused(setting, str(error).removeprefix(f"{name} ")))
            continue
        if setting.doubt:
            doubts.append(_only_likely(setting))
        found[name] = setting.text
    return found, tuple(doubts)


def _source(setting: ProgramSetting) -> Source:
    return Source(SetBy.PROGRAM, setting.file, setting.line)


def _not_known(setting: ProgramSetting) -> str:
    return (
        f"What {setting.name} is does not follow from the text ({_source(setting)}). {setting.doubt} Taken is the "
        "default; say the value among the settings."
    )


def _only_likely(setting: ProgramSetting) -> str:
    return f"{setting.name} is taken to be {(setting.text or '')[:100]} ({_source(setting)}). {setting.doubt}"


def _refused(setting: ProgramSetting, why: str) -> str:
    return f"{setting.name} ({_source(setting)}) {why} Kafka Streams may not start; taken is the default."
