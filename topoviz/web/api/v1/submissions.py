"""Read submissions: what a body must look like, and what is refused with which words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from topoviz.engine.languages import detect_language
from topoviz.engine.optimizer.config import parse_optimization
from topoviz.engine.refusal import Refused
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.syntax.describe_text import dump_files
from topoviz.engine.versions import Behaviours, KafkaVersion, UnknownVersion, newest_version, parse_version
from topoviz.web.analyses.limits import limits
from topoviz.web.api.v1.parsing import too_large
from topoviz.web.documents.problems import Limit

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
# Programs hold neither, and databases and browsers stumble over them. One character takes the place of one.
NOT_KEPT = {0: REPLACEMENT, **dict.fromkeys(range(0xD800, 0xE000), REPLACEMENT)}


class SourceText(serializers.CharField):
    """A text as it was pasted, but for the characters that cannot be kept."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, allow_blank=True, **options)

    def to_internal_value(self, data: Any) -> str:
        """Replace NUL and lone surrogates; anything but a text is an error."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(data).translate(NOT_KEPT)


class Strict(serializers.Serializer[Any]):
    """An object with no other members than these: a misspelt one would be passed over in silence."""

    def to_internal_value(self, data: Any) -> Any:
        """Refuse members that are not known."""
        if isinstance(data, dict) and (unknown := sorted(set(map(str, data)) - set(self.fields))):
            raise serializers.ValidationError({name: ["There is no such member."] for name in unknown[:10]})
        return super().to_internal_value(data)


class FileSerializer(Strict):
    """One file."""

    name = serializers.CharField(
        help_text="Its name or path, such as Orders.java, of at most 500 letters; the ending tells the language."
    )
    text = SourceText(help_text="Its text; at most 256 KB, or 1 MB for the text of Topology.describe().")

    def validate_name(self, name: str) -> str:
        """Refuse names that no path has."""
        if len(name) > limits().name_length:
            raise serializers.ValidationError(f"A name may have {limits().name_length} letters.")
        return name


class SettingsSerializer(Strict):
    """How the files are read."""

    kafka_version = serializers.CharField(
        max_length=20,
        allow_null=True,
        default=None,
        help_text="Such as 3.9, which means its newest patch, or 2.3.1; null takes what a build file among the files "
        "says, else the newest version that fits the text.",
    )
    optimize = serializers.CharField(
        max_length=1000,
        allow_null=True,
        default=None,
        help_text="topology.optimization: none, all or a list with commas; null takes what the program sets.",
    )
    language = serializers.ChoiceField(
        choices=[(name, name) for name in ("auto", *Language)],
        default="auto",
        help_text="What the files are written in; auto goes by their names and their text.",
    )
    set = serializers.DictField(
        child=SourceText(max_length=1000), default=dict, help_text="Values for what the text leaves open, by key."
    )
    application_id = serializers.CharField(
        max_length=249,
        allow_null=True,
        default=None,
        help_text="application.id, which begins the internal topics' names.",
    )

    def validate_kafka_version(self, text: str | None) -> str | None:
        """Refuse versions that are not known."""
        try:
            _version_of(text)
        except UnknownVersion as error:
            raise serializers.ValidationError(str(error)) from error
        return text

    def validate_set(self, values: dict[str, str]) -> dict[str, str]:
        """Refuse more values than anybody gives by hand."""
        if len(values) > limits().settings_given:
            raise serializers.ValidationError(f"At most {limits().settings_given} values can be given.")
        return {key.translate(NOT_KEPT): value for key, value in values.items()}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse values of topology.optimization that this version refuses, in its own words."""
        optimize = attrs["optimize"]
        if optimize is not None:
            try:
                # Where the text decides the version, what that refuses is told with the result.
                parse_optimization(optimize, Behaviours(_version_of(attrs["kafka_version"]) or newest_version()))
            except Refused as refused:
                raise serializers.ValidationError({"optimize": [str(refused.refusal)]}) from refused
        return attrs


class HowSerializer(Strict):
    """How a submission is treated."""

    preview = serializers.BooleanField(
        default=False,
        help_text="For editors: at first less time, kept for an hour, or ten minutes after the editor's "
        "next one, which also ends its work.",
    )
    editor = serializers.RegexField(
        r"^[A-Za-z0-9_-]{0,12}$",
        default="",
        allow_blank=True,
        help_text="Tells the editors of one session or token apart, so that a preview ends none of another editor's.",
    )


class SubmissionSerializer(HowSerializer):
    """Files and settings."""

    files = FileSerializer(many=True, allow_empty=False, help_text="At most 1,000, with 4 MB together.")
    settings = SettingsSerializer(default=lambda: SettingsSerializer().run_validation({}))

    def validate_files(self, files: list[dict[str, str]]) -> list[dict[str, str]]:
        """Refuse too many files and names that are given twice."""
        if len(files) > limits().files:
            raise serializers.ValidationError(f"At most {limits().files} files can be submitted together.")
        names = [file["name"] for file in files]
        if len(set(names)) < len(names):
            raise serializers.ValidationError("Each file needs a name of its own.")
        return files


@dataclass(frozen=True, slots=True)
class Given:
    """What a body asks for."""

    submission: Submission
    is_preview: bool
    editor: str


def submission_given(given: dict[str, Any], before: str = "") -> Given:
    """Give what a body that is as it must be asks for; raises Problem for what is too large.

    `before` is what stands before the names of its fields, in a body that holds more.
    """
    settings = given["settings"]
    language = None if settings["language"] == "auto" else Language(settings["language"])
    bundle = Bundle(tuple(SourceFile(file["name"], file["text"]) for file in given["files"]))
    _measure(bundle, language, before)
    submission = Submission(
        bundle,
        Settings(
            kafka_version=_version_of(settings["kafka_version"]),
            optimize=settings["optimize"],
            language=language,
            set_values=settings["set"],
            application_id=settings["application_id"],
        ),
    )
    return Given(submission, given["preview"], given["editor"])


def _version_of(text: str | None) -> KafkaVersion | None:
    return None if text is None else parse_version(text)


def _measure(bundle: Bundle, language: Language | None, before: str) -> None:
    allowed, total = limits().file_bytes, 0
    for number, file in enumerate(bundle.files):
        size = len(file.data)
        total += size
        if size > allowed and (
            size > limits().dump_bytes or (language or detect_language(dump_files(bundle))) != Language.DESCRIBE
        ):
            raise too_large(
                f"{file.name} has {size // 1024} KB; a file may have {allowed // 1024} KB.",
                Limit("file_bytes", allowed),
                f"{before}files[{number}].text",
            )
    if total > (most := limits().total_bytes):
        raise too_large(
            f"The files have {total // 1024} KB; together they may have {most // 1024} KB.",
            Limit("total_bytes", most),
            f"{before}files",
        )
