"""What the engine's process and the one who starts it agree on."""

from typing import Final

OUT_OF_MEMORY: Final = 3
"""The exit code that says that the memory was not enough."""
