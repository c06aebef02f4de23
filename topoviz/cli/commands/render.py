"""`topoviz render`: draw a plan or a topology as SVG, PNG or DOT."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from topoviz.cli.failure import Failure
from topoviz.cli.messages import printable
from topoviz.cli.session import analyze_files, choose, exit_code
from topoviz.engine.results import AnalyzedTopology

if TYPE_CHECKING:
    from topoviz.rendering.views import View

FORMATS: Final = (".svg", ".png", ".dot")


def run(options: Namespace) -> int:
    """Draw the chosen topology into the file that was named, or to standard output for `-`."""
    try:
        import topoviz.rendering.draw  # noqa: F401 - without Graphviz's package nothing can be drawn
        from topoviz.rendering.picture import Undrawable
    except ImportError as error:
        raise Failure(
            f"Drawing needs the package {error.name}, which is not installed. "
            "Install topoviz with its server extra: pip install 'topoviz[server]'."
        ) from error
    form = _form_of(options.output)
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
            _write(options.output, _drawn(shown[0], view, options.theme, form))
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


def _form_of(output: str) -> str:
    form = ".svg" if output == "-" else Path(output).suffix.lower()
    if form not in FORMATS:
        raise Failure(f"{output} is none of the kinds that can be drawn. Let it end in {', '.join(FORMATS)}.")
    return form


def _drawn(topology: AnalyzedTopology, view: View, theme_name: str, form: str) -> bytes:
    from topoviz.rendering.draw import dot_of, draw
    from topoviz.rendering.png import to_png
    from topoviz.rendering.style import Theme

    if form == ".dot":
        return dot_of(topology, view).encode()
    theme = Theme(theme_name)
    if form == ".png":
        return to_png(draw(topology, view, theme=theme, with_style=False))
    return draw(topology, view, theme=theme).encode()


def _write(output: str, data: bytes) -> None:
    if output == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        Path(output).write_bytes(data)
    except OSError as error:
        raise Failure(f"{output} cannot be written: {error.strerror or error}.") from error
