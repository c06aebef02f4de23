"""Where the product's own files lie, in a checkout and in an installed package."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
CHECKOUT = PACKAGE.parent


def templates_directory() -> Path:
    """Give the directory of the page templates; the wheel carries them inside the package."""
    return CHECKOUT / "templates" if is_checkout() else PACKAGE / "templates"


def data_directory(variables: Mapping[str, str]) -> Path:
    """Give the directory of everything the product writes: `TOPOVIZ_DATA`, or `var` in a checkout, or one at home."""
    if named := variables.get("TOPOVIZ_DATA"):
        return Path(named).expanduser().absolute()
    return CHECKOUT / "var" if is_checkout() else Path.home() / ".local" / "share" / "topoviz"


def is_checkout() -> bool:
    """Tell whether the package lies in its repository."""
    return (CHECKOUT / "manage.py").is_file() and (CHECKOUT / "templates").is_dir()
