"""How much may be drawn, and what drawing may cost, in one place."""

from __future__ import annotations

from typing import Final

from topoviz.child import Allowance

OVERVIEW_ABOVE: Final = 60
"""Cards in one picture; what has more is drawn as one card for each sub-topology."""

MAX_BOXES: Final = 5_000
MAX_TIES: Final = 10_000

MAX_NAME: Final = 512
"""Characters in a name. Kafka's own names end at 249; names are never cut, so a longer one is not drawn at all."""

WALL_SECONDS: Final = 20.0
CPU_SECONDS: Final = 20
MEMORY_BYTES: Final = 1 << 30
OUTPUT_BYTES: Final = 20_000_000
A_PICTURE: Final = Allowance(WALL_SECONDS, CPU_SECONDS, MEMORY_BYTES, OUTPUT_BYTES)
"""What a program may take that lays a picture out or paints it."""

LESS: Final = "Draw one sub-topology (view sub-topology:NUMBER)."
"""What to do where a picture is too large; a view that has something better says that instead."""

SVG_BYTES: Final = 4_000_000
"""A little under the 5 MB at which proxies for pictures give up."""

PNG_PIXELS: Final = 40_000_000
