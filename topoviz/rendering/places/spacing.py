"""How far apart things stand, in pixels."""

from __future__ import annotations

from typing import Final

BETWEEN_SPOTS: Final = 16.0
BETWEEN_FRAMES: Final = 20.0
INSIDE_FRAME: Final = 12.0
"""Between a frame and what stands in it."""

TITLE_BAND: Final = 28.0
"""What a frame keeps free at its top, for its title and for lines that come in."""
TITLE_FROM: Final = 8.0
"""Where a title begins, from the left edge of its frame."""

GAP: Final = 24.0
"""Between two rows, when no line needs more."""
TRACK: Final = 9.0
"""Between two lines that run side by side."""
ABOVE_TRACKS: Final = 10.0
BELOW_TRACKS: Final = 14.0
"""Room for a corner and the head of an arrow."""

FROM_CORNER: Final = 10.0
"""Between the corner of a spot and a line that ends at its edge."""
BESIDE_SPOT: Final = 6.0
"""Between a spot and a line that goes past it."""
BETWEEN_HEADS: Final = 14.0
"""Between two arrows that end at one edge."""
