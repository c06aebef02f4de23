"""What the configuration files of a bundle set, and which of several settings holds.

Without a profile of the user's choice, an application of Spring runs with none and one of Quarkus with `prod`.

Spring Boot: "Externalized Configuration"; Quarkus: "Configuration reference".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from topoviz.engine.languages import language_of_name
from topoviz.engine.source import Span
from topoviz.engine.syntax.configuration import Setting

_OF_APPLICATION: Final = re.compile(
    r"(?:.*[/\\])?(?:(?:application|bootstrap)(?:-[^/\\]+)?|microprofile-config)\.(?:properties|ya?ml)\Z", re.IGNORECASE
)
_OF_TESTS: Final = re.compile(r"(?:^|[/\\])src[/\\]test[/\\]")
_PROFILE_SIGNS: Final = re.compile(r"[,|]")
_IMPORT: Final = re.compile(r"spring\.config\.import(\[\d+\])?")
_CANONICAL: Final = re.compile(r"[a-z0-9.\-\[\]]+")
PROFILE_KEYS: Final = ("spring.profiles.active", "quarkus.profile", "micronaut.environments")


def chosen_profiles(set_values: Mapping[str, str]) -> str:
    """Give the profiles that the user says are active."""
    return next((set_values[key] for key in PROFILE_KEYS if key in set_values), "")


@dataclass(frozen=True, slots=True)
class Found:
    """What is set under a key: its text, None when that is not worked out; and why it may be another, if it may."""

    value: str | None
    span: Span
    doubt: str = ""


@dataclass
class Configuration:
    """The settings of all configuration files, by file name in the order of the bundle."""

    files: dict[str, tuple[Setting, ...]] = field(default_factory=dict)
    chosen_profiles: str = ""

    def add(self, name: str, settings: tuple[Setting, ...]) -> None:
        """Take the settings of one more file, or those that a program itself starts its framework with."""
        if settings or language_of_name(name) is None:
            self.files[name] = (*self.files.get(name, ()), *settings)

    @property
    def has_application(self) -> bool:
        """Tell whether the bundle holds the files that a framework reads by itself."""
        return any(_OF_APPLICATION.match(name) for name in self.files)

    def limited_to(self, belongs: Callable[[str], bool]) -> Configuration:
        """Give the settings of an application by its own files, as long as a framework reads some of them."""
        own = {name: settings for name, settings in self.files.items() if belongs(name)}
        limited = Configuration(own, self.chosen_profiles)
        return limited if len(own) < len(self.files) and limited.has_application else self

    def file_named(self, path: str) -> tuple[Setting, ...] | None:
        """Give the settings of the file that a program names by a path, if exactly one file can be meant."""
        last = re.split(r"[/\\:]", path)[-1]
        same = [settings for name, settings in self.files.items() if re.split(r"[/\\]", name)[-1] == last]
        return same[0] if len(same) == 1 else None

    def find(self, key: str) -> Found | None:
        """Find what the application's own files set under a key, as Spring's `@Value` looks for it.

        A key in its canonical form, of small letters and hyphens, finds other ways to write it too.
        """
        candidates = self._candidates(key)
        exact = [one for one in candidates if one[1].key == key]
        if exact or not _CANONICAL.fullmatch(key):
            candidates = exact
        return self._chosen(candidates)

    def find_loosely(self, key: str) -> Found | None:
        """Find a setting however it is written, as properties classes are filled: `orders-topic` is `ordersTopic`."""
        return self._chosen(self._candidates(key))

    def keys_below(self, prefix: str) -> list[str]:
        """Give the keys that begin with a prefix and a dot, each once."""
        start = _loose(prefix) + "."
        below = (key for key in self._index if key.startswith(start))
        return [self._index[key][0][1].key for key in below]

    def sources_of(self, key: str) -> set[tuple[str, str]]:
        """Name the files and profiles that set a key, or keys below it."""
        start = _loose(key)
        held = [one for below, one in self._index.items() if below == start or below.startswith(f"{start}.")]
        return {(name, setting.profile) for one in held for name, setting in self._held(one)[-1:]}

    def profile_is_chosen(self) -> bool:
        """Tell whether the user, or the files themselves, say which profiles are active."""
        return bool(self._active_names())

    def _candidates(self, key: str) -> list[tuple[str, Setting]]:
        return self._index.get(_loose(key), [])

    @cached_property
    def _index(self) -> dict[str, list[tuple[str, Setting]]]:
        by_key: dict[str, list[tuple[str, Setting]]] = {}
        for name, settings in self._files_of_application():
            for setting in settings:
                by_key.setdefault(_loose(setting.key), []).append((name, setting))
        return by_key

    def _files_of_application(self) -> Iterator[tuple[str, tuple[Setting, ...]]]:
        """Give the files that a framework reads, YAML first, for what comes later wins; tests have their own.

        What a file of Spring imports wins over what stands in the file itself, and what a program says over all files.
        """
        of_application = [name for name in self.files if _OF_APPLICATION.match(name) or language_of_name(name)]
        running = [name for name in of_application if not _OF_TESTS.search(name)] or of_application
        for name in sorted(
            running, key=lambda name: (bool(language_of_name(name)), name.lower().endswith(".properties"))
        ):
            yield name, self.files[name]
            for setting in self.files[name]:
                for path in (setting.value or "").split(",") if _IMPORT.fullmatch(setting.key) else ():
                    yield name, self.file_named(path.strip()) or ()

    def _chosen(self, candidates: list[tuple[str, Setting]]) -> Found | None:
        held = self._held(candidates)
        of_spring = (one for _, one in candidates if one.profile and not one.profile.startswith("%"))
        idle = [one for one in of_spring if not self.is_active(one.profile)]
        if not held:
            return None if self.profile_is_chosen() else _only_in_profiles(idle)
        name, setting = held[-1]
        doubt = _other_files(name, setting, held)
        if not doubt and not self.profile_is_chosen():
            doubt = _other_profiles(setting, idle)
        return Found(setting.value, setting.span, doubt)

    def _held(self, candidates: list[tuple[str, Setting]]) -> list[tuple[str, Setting]]:
        """Keep what holds of what is set under a key: in active profiles, else in all; the last wins."""
        active = [one for one in candidates if one[1].profile and self.is_active(one[1].profile)]
        return active or [one for one in candidates if not one[1].profile]

    def is_active(self, profile: str) -> bool:
        """Tell whether a profile's expression holds."""
        if profile.startswith("%"):
            wanted = set(profile[1:].split(","))
            return bool(wanted & (self._active_names() or {"prod"}))
        if "(" in profile:
            return False
        either = _PROFILE_SIGNS.split(profile)
        return any(all(self._holds(name.strip()) for name in part.split("&")) for part in either)

    def _holds(self, name: str) -> bool:
        names = self._active_names() or {"default"}
        return name[1:].strip() not in names if name.startswith("!") else name in names

    def _active_names(self) -> set[str]:
        chosen = self.chosen_profiles or next(filter(None, map(self._plainly_set, PROFILE_KEYS)), "")
        return {name.strip() for name in chosen.split(",") if name.strip()}

    def _plainly_set(self, key: str) -> str:
        """Give a setting that holds in every profile and has no open part."""
        held = [setting.value or "" for _, setting in self._candidates(key) if not setting.profile]
        return held[-1] if held and "${" not in held[-1] else ""


def _loose(key: str) -> str:
    """Write a key in the form in which Spring Boot compares keys."""
    return key.replace("-", "").replace("_", "").lower()


def _other_files(name: str, chosen: Setting, others: Iterable[tuple[str, Setting]]) -> str:
    """Doubt a value that another file of the same rank sets differently: the files may be of two applications."""
    kind = name.rpartition(".")[2].lower()
    for other, setting in others:
        if other != name and other.rpartition(".")[2].lower() == kind and setting.value != chosen.value:
            return f"{other} and {name} set {chosen.key} to different values."
    return ""


def _other_profiles(chosen: Setting, idle: Iterable[Setting]) -> str:
    profile = next((one.profile for one in idle if one.value != chosen.value), "")
    return profile and f"{chosen.key} is another in the profile {profile}; which one is active is not known."


def _only_in_profiles(idle: list[Setting]) -> Found | None:
    """Give a value that stands in profiles alone; it is likely only when all say the same."""
    if not idle:
        return None
    names = ", ".join(dict.fromkeys(setting.profile for setting in idle))
    same = len({setting.value for setting in idle}) == 1
    doubt = f"{idle[0].key} is set only in the profile {names}; which one is active is not known."
    return Found(idle[0].value if same else None, idle[0].span, doubt)
