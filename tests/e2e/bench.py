"""What a person does on the page, in one line each."""

import re

COUNT = """StreamsBuilder builder = new StreamsBuilder();
builder.<String, String>stream("orders")
    .groupBy((key, order) -> order)
    .count(Materialized.as("orders-by-kind"))
    .toStream()
    .to("order-counts");
builder.build();
"""

OPEN = """class Alerts {
    Topology build(Properties config) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(config.getProperty("readings.topic")).to("alerts");
        return builder.build();
    }
}
"""

REFUSED = """StreamsBuilder builder = new StreamsBuilder();
builder.table("a", Materialized.as("s"));
builder.table("b", Materialized.as("s"));
builder.build();
"""


# Typed in by the browser itself, 1,600 lines take it four seconds of a processor.
PASTE_INTO_FIELD = """(field, text) => {
  field.setRangeText(text, 0, field.value.length, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}"""


def paste(page, text):
    """Replace what is written, as the clipboard would: on the start page, or in the editor."""
    start = page.locator(".paste textarea")
    start.or_(page.locator(".text-pane")).first.wait_for()
    if start.is_visible():
        start.click()
        start.evaluate(PASTE_INTO_FIELD, text)
        return
    page.locator(".text-pane textarea, .cm-content").first.click()
    editor = page.locator(".cm-content")
    editor.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    editor.evaluate(
        """(element, text) => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            const options = { clipboardData: data, bubbles: true, cancelable: true };
            element.dispatchEvent(new ClipboardEvent("paste", options));
        }""",
        text,
    )


def drawn(open_page, text=COUNT, sign="order-counts", **options):
    """A page on which this program was pasted, and drawn with this text in its picture."""
    page = open_page(**options)
    paste(page, text)
    wait_for_drawing(page, sign)
    return page


def share(page):
    """The link to what the page shows; the dialog that made it stays open."""
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Make a link").click()
    return page.get_by_label("Link", exact=True).input_value()


def wait_for_drawing(page, text):
    """Wait until a picture shows this text and no other picture is on its way."""
    page.locator(".drawn:not(.other) .stage svg text", has_text=re.compile(f"^{re.escape(text)}$")).first.wait_for()


def box(page, text):
    """The box of a picture whose first line this is."""
    exact = page.locator("text", has_text=re.compile(f"^{re.escape(text)}$"))
    return page.locator(".stage [data-node]").filter(has=exact).last


def marked_lines(page):
    """The texts of the lines that the editor marks, which comes after the first picture."""
    page.locator(".cm-content").wait_for()
    return [line.strip() for line in page.locator(".tv-chosen").all_inner_texts()]


def leave_editor(page):
    """Put the focus where single keys steer the page."""
    page.locator(".pane").focus()


def drop(page, *paths):
    """Drop files and folders of this machine on the page, as from a file manager."""
    page.locator(".actions").wait_for()
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 500, "y": 300, "data": data})


def make_files(folder, files):
    """Write files below a folder, by their paths, and give the folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
