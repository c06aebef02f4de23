"""The check lets through what we draw, and refuses everything else."""

import pytest

from tests.rendering.drawing import JOIN_AND_COUNT, svg
from topoviz.rendering.limits import SVG_BYTES
from topoviz.rendering.style import style_sheet
from topoviz.rendering.svg_check import NotAllowed, check_svg

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" id="a" class="topoviz" width="9" height="9" viewBox="0 0 9 9">'


def in_svg(content, opening=OPEN):
    return f"{opening}{content}</svg>"


@pytest.mark.parametrize(
    "content",
    [
        "",
        '<g class="box topic" id="a-n0" data-node="3" transform="translate(1 -2.5)"><title>x</title></g>',
        '<path d="M1 2L3 4Z" class="f-ink" fill="#1b2430"/>',
        '<rect x="1" y="2" width="3" height="4" rx="12" fill="none" stroke="#1b2430" stroke-width="1.2"/>',
        '<text x="1" y="2" font-size="14" text-anchor="middle">&lt;script&gt;</text>',
        '<g class="row more" data-open="r7" data-hides="r7 s2 x5"><rect class="row-ground f-plain" width="9"/></g>',
        '<g class="fold" data-fold="r7 r9"/><g class="card" data-card="g4"/>',
        '<g class="line" data-from="p3" data-to="t1"><path d="M1 2L3 4"/></g>',
        f"<style>\n{style_sheet()}\n</style>",
    ],
)
def test_what_we_draw_passes(content):
    check_svg(in_svg(content))


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a script", in_svg("<script>alert(1)</script>")),
        ("an image", in_svg('<image href="x.png"/>')),
        ("an image by xlink", in_svg('<image xmlns:x="http://www.w3.org/1999/xlink" x:href="x.png"/>')),
        ("a link", in_svg('<a href="javascript:alert(1)"><text>x</text></a>')),
        ("a link with a tab", in_svg('<a href="java&#9;script:alert(1)"><text>x</text></a>')),
        ("a harmless link", in_svg('<a href="https://example.org"><text>x</text></a>')),
        ("a handler on the root", in_svg("", OPEN.replace("<svg", '<svg onload="alert(1)"'))),
        ("a handler on a group", in_svg('<g onclick="alert(1)"/>')),
        ("HTML inside", in_svg("<foreignObject><p>x</p></foreignObject>")),
        ("an animation", in_svg('<animate attributeName="x" values="javascript:1"/>')),
        ("a set", in_svg('<set attributeName="href" to="javascript:1"/>')),
        ("a use", in_svg('<use href="https://evil.example/x.svg#y"/>')),
        ("a gradient", in_svg("<defs><linearGradient/></defs>")),
        ("a filter", in_svg("<filter/>")),
        ("a style attribute", in_svg('<g style="background:url(x)"/>')),
        ("another style sheet", in_svg("<style>*{display:none}</style>")),
        ("more than our style sheet", in_svg(f"<style>{style_sheet()}@import 'x';</style>")),
        ("a fill from elsewhere", in_svg('<path d="M0 0" fill="url(https://evil.example/x)"/>')),
        ("a path that is none", in_svg('<path d="javascript:1"/>')),
        ("a class of any kind", in_svg('<g class="A b"/>')),
        ("an id of any kind", in_svg('<g id="javascript:1"/>')),
        ("a key of any kind", in_svg('<g data-card="orders"/>')),
        ("a key that is too long", in_svg('<g data-open="r1234567890"/>')),
        ("several keys for one", in_svg('<g data-from="r1 r2"/>')),
        ("a list that is none", in_svg('<g data-hides="r1,r2"/>')),
        ("a key with a line break", in_svg('<g data-fold="r1&#10;"/>')),
        ("a key where none belongs", in_svg('<text data-card="r1">x</text>')),
        ("one id twice", in_svg('<g id="a"/>')),
        ("text outside text", in_svg("hello")),
        ("an element in a title", in_svg("<title><g/></title>")),
        ("an svg inside", in_svg(in_svg(""))),
        ("no svg", '<g xmlns="http://www.w3.org/2000/svg"/>'),
        ("no namespace", "<svg/>"),
        ("another namespace", in_svg('<text xmlns="http://www.w3.org/1999/xhtml">x</text>')),
        ("a declaration", f'<?xml version="1.0"?>{in_svg("")}'),
        ("a style sheet instruction", f"<?xml-stylesheet href='x.css'?>{in_svg('')}"),
        ("an instruction inside", in_svg("<?php x ?>")),
        ("a comment", in_svg("<!-- x -->")),
        ("CDATA", in_svg("<title><![CDATA[x]]></title>")),
        ("a DOCTYPE", f"<!DOCTYPE svg>{in_svg('')}"),
        ("an entity of one's own", f'<!DOCTYPE svg [<!ENTITY x "y">]>{in_svg("<title>&x;</title>")}'),
        ("an entity from outside", f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>{in_svg("&x;")}'),
        ("an unknown entity", in_svg("<title>&nbsp;</title>")),
        ("something unclosed", OPEN),
        ("something after the end", f"{in_svg('')}<g/>"),
        ("a control character", in_svg("<title>\x01</title>")),
        ("a control character by number", in_svg("<title>&#1;</title>")),
        ("half a character", in_svg("<title>\ud800</title>")),
        ("no character", in_svg("<title>\uffff</title>")),
        ("nothing", ""),
    ],
)
def test_everything_else_is_refused(what, text):
    with pytest.raises(NotAllowed):
        check_svg(text)


def test_what_is_too_large_to_embed_is_refused():
    with pytest.raises(NotAllowed, match="larger than"):
        check_svg(in_svg(f"<title>{'x' * SVG_BYTES}</title>"))


def test_every_character_of_a_drawing_counts():
    """Any attribute or element that is put into a real drawing is found."""
    text = svg(JOIN_AND_COUNT, "topology")
    check_svg(text)

    for place in ("<g ", "<path ", "<rect ", "<text ", "<svg "):
        with pytest.raises(NotAllowed):
            check_svg(text.replace(place, f'{place}onload="x" ', 1))
