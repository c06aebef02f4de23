"""`topoviz render`: write a plan or a topology as a picture, or in the language of another tool."""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from topoviz.cli.failure import Failure
from topoviz.cli.messages import printable
from topoviz.cli.session import analyze_files, choose, exit_code
from topoviz.engine.results import AnalyzedTopology
from topoviz.rendering.forms.model import Form

if TYPE_CHECKING:
    from topoviz.rendering.views import View


def run(options: Namespace) -> int:
    """Draw the chosen topology into the file that was named, or to standard output for `-`."""
    try:
        # Without Graphviz's package nothing can be drawn.
        from topoviz.rendering.forms.registry import write
        from topoviz.rendering.picture import Undrawable
        from topoviz.rendering.style import Theme
    except ImportError as error:
        raise Failure(
            f"Drawing needs the package {error.name}, which is not installed. "
            "Install topoviz with its server extra: pip install 'topoviz[server]'."
        ) from error
    form = _form_of(options)
    try:
        # What has which name is known later.
        _view_of(options, lambda _: ("r0",))
    except Undrawable as error:
        raise Failure(str(error)) from error
    analysis = analyze_files(options)
    shown = choose(analysis, options)
    if len(shown) > 1:
        names = ", ".join(dict.fromkeys(topology.name for topology in shown))
        raise Failure(f"The files make {len(shown)} topologies: {names}. Choose one with --topology NAME.")
    if shown:
        try:
            view = _view_of(options, partial(_keys_named, shown[0]))
            data = write(shown[0], view, form, Theme(options.theme))
            files = [file.name for file in analysis.submission.bundle.files]
            _put(options.output, data, partial(_file_name, shown[0], view, form, files))
        except Undrawable as error:
            if shown[0].refusal is None:
                raise Failure(printable(str(error))) from error
            # The refusal itself has been told; this says what can be drawn nevertheless.
            print(f"note: {printable(str(error))}", file=sys.stderr)
    return exit_code(analysis, shown)


def _view_of(options: Namespace, keys_of: Callable[[str], tuple[str, ...]]) -> View:
    """Read what is asked for; raises Undrawable."""
    from topoviz.rendering.views import view_of

    around = re.fullmatch(r"around:(.+):(\d+)", options.view)
    subject = options.view if around is None else f"around:{keys_of(around[1])[0]}:{around[2]}"
    opened = [key for names in options.open for name in names.split(",") for key in keys_of(name)]
    return view_of(subject, opened=",".join(opened), is_whole=options.whole, panel=options.panel)


def _keys_named(topology: AnalyzedTopology, name: str) -> tuple[str, ...]:
    from topoviz.rendering.names import keys_named

    return keys_named(topology, name)


def _form_of(options: Namespace) -> Form:
    """Read the form from --format, or from how the name of the file ends."""
    output, said = options.output, options.format
    if output == "-" or _is_folder(output):
        ending = said or Form.SVG.value
    else:
        ending = Path(output).suffix.lower().removeprefix(".")
        if said is not None and ending != said:
            raise Failure(f"{output} does not end in .{said}, which --format asks for. Leave one of them out.")
    if ending not in tuple(Form):
        endings = ", ".join(f".{form}" for form in Form)
        raise Failure(f"{output} is none of the kinds that can be drawn. Let it end in {endings}.")
    return Form(ending)


def _is_folder(output: str) -> bool:
    return output.endswith(("/", os.sep)) or Path(output).is_dir()


def _file_name(topology: AnalyzedTopology, view: View, form: Form, files: Sequence[str]) -> str:
    from topoviz.rendering.forms.file_names import file_name, program_name, view_name
    from topoviz.rendering.names import name_of

    centre = name_of(topology, view.centre) if view.centre else ""
    return file_name(program_name(topology.name if topology.is_named else None, files), view_name(view, centre), form)


def _put(output: str, data: bytes, name: Callable[[], str]) -> None:
    """Write to standard output, to the file that was named, or to one in a folder, whose name is printed."""
    if output == "-":
        sys.stdout.buffer.write(data)
        return
    path = Path(output)
    try:
        if _is_folder(output):
            path.mkdir(parents=True, exist_ok=True)
            path /= name()
            path.write_bytes(data)
            print(path)
        else:
            path.write_bytes(data)
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror or error}.") from error
