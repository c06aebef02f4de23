"""Cut the font that the product ships out of Source Sans Pro, and write down how wide its letters are.

    pip install 'fonttools[woff]==4.68.0' font-source-sans-pro==0.0.1
    python -m tests.rendering.make_font

Without kerning and ligatures a line is as wide as the sum of its letters, in every program. The licence reserves the
name Source for the font as its makers left it, so what is cut has another.
"""

import json
from collections import defaultdict
from copy import deepcopy
from importlib.util import find_spec
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from topoviz.rendering.font_files import FAMILY, FOLDER, LETTERS, Letters, Weight

MADE_FROM = {Weight.REGULAR: "SourceSansPro-Regular.ttf", Weight.SEMIBOLD: "SourceSansPro-Semibold.ttf"}
KEPT_NAMES = {0, 1, 2, 3, 4, 6, 13, 14}
"""Copyright, the names that are written anew, and the licence."""


def main() -> None:
    """Write the font's files and the widths of its letters."""
    FOLDER.mkdir(exist_ok=True)
    spec = find_spec("font_source_sans_pro")
    files = Path(spec.origin).parent / "files"
    (FOLDER / "LICENSE.txt").write_text((files / "LICENSE.txt").read_text(encoding="utf-8"), encoding="utf-8")
    widths = {}
    for weight, name in MADE_FROM.items():
        font = TTFont(files / name)
        known = {
            code for code in font.getBestCmap() if any(code in span for spans in LETTERS.values() for span in spans)
        }
        widths[weight.name.lower()] = widths_of(font, known)
        write(cut(font, weight, known), weight.ttf)
        for letters in Letters:
            wanted = {code for code in known if any(code in span for span in LETTERS[letters])}
            write(cut(font, weight, wanted), weight.woff2(letters), flavor="woff2")
    (FOLDER / "widths.json").write_text(json.dumps(widths, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def widths_of(font: TTFont, codes: set[int]) -> dict[str, str]:
    """Give the letters of each width, in thousandths of the size."""
    assert font["head"].unitsPerEm == 1000
    letters = defaultdict(list)
    glyphs = font.getBestCmap()
    for code in sorted(codes):
        letters[font["hmtx"][glyphs[code]][0]].append(chr(code))
    return {str(width): "".join(chars) for width, chars in sorted(letters.items())}


def cut(font: TTFont, weight: Weight, codes: set[int]) -> TTFont:
    """Give a font with these letters alone, without kerning, ligatures and hints."""
    options = Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=sorted(KEPT_NAMES))
    options.drop_tables += ["GPOS", "GSUB", "GDEF", "BASE", "DSIG"]
    subset = deepcopy(font)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(subset)
    style = weight.name.title()
    for number, text in {
        1: FAMILY,
        2: style,
        3: f"{FAMILY} {style}",
        4: f"{FAMILY} {style}",
        6: f"{FAMILY}-{style}",
    }.items():
        for platform in ((3, 1, 0x409), (1, 0, 0)):
            subset["name"].setName(text.replace(" ", "") if number == 6 else text, number, *platform)
    # Programs that match by family and weight know no style beside regular and bold.
    subset["OS/2"].usWeightClass = weight.value
    return subset


def write(font: TTFont, path: Path, flavor: str | None = None) -> None:
    """Write a font's file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    font.flavor = flavor
    font.save(path, reorderTables=True)
    print(f"{path.relative_to(FOLDER)}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
