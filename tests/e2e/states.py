"""Ways through every page: each stops wherever the page is in another state, and says what that state is called."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.e2e.bench import COUNT, OPEN, REFUSED, box, paste, share, wait_for_drawing

DUMP = (
    "Topologies:\n   Sub-topology: 0\n    Source: S (topics: [a])\n      --> T\n    Sink: T (topic: b)\n      <-- S\n\n"
)

COUNTED_BEFORE = """StreamsBuilder builder = new StreamsBuilder();
builder.<String, String>stream("orders").groupBy((key, order) -> order)
    .count()
    .toStream().to("order-counts");
builder.build();
"""
COUNTED_NOW = COUNTED_BEFORE.replace('"orders").', '"orders").filter((key, order) -> order != null)\n    .')
"""The same with one filter more, which gives the store another number."""

VIEWS = ("Topology", "Sub-topologies", "Plan", "Optimizer", "Why", "describe()", "Tasks", "Run", "Compare", "Lag")


@dataclass(frozen=True)
class Made:
    """What all ways look at: links that were made beforehand."""

    link: str
    report: str
    report_link: str


WAYS: dict[str, Callable] = {}


def way(function):
    """One way through pages; it begins at the start page, at `path`."""
    WAYS[function.__name__] = function
    return function


def pane(page, name):
    """Open the text or the details: by the button above the picture, on a phone by the tabs below it."""
    button = page.locator(".fold:visible", has_text=name)
    if button.count() == 0:
        page.get_by_role("navigation", name="Panes").get_by_role("button", name=name).click()
    elif button.get_attribute("aria-expanded") == "false":
        button.click()


def front(page):
    """Back to the picture, where panes are tabs."""
    tabs = page.get_by_role("navigation", name="Panes")
    if tabs.count() > 0 and tabs.is_visible():
        tabs.get_by_role("button", name="Diagram").click()


def menu(page, name):
    """Open a menu by its name."""
    page.locator("summary:visible").filter(has_text=re.compile(rf"^\s*{re.escape(name)}")).first.click()


def menus(page, where, *names) -> Iterator[str]:
    """Each of these menus, opened and closed."""
    for name in names:
        menu(page, name)
        yield f"{where}, {name}"
        page.keyboard.press("Escape")


def more(page, where) -> Iterator[str]:
    """The menu of what one needs now and then, and the keys, which it shows."""
    page.get_by_label("More", exact=True).click()
    yield f"{where}, More"
    page.get_by_role("button", name="Keys").click()
    page.get_by_role("dialog").wait_for()
    yield f"{where}, Keys"
    page.keyboard.press("Escape")


def views(page, where, names) -> Iterator[str]:
    """Each of these views, when it is drawn."""
    for name in names:
        page.get_by_role("tab", name=name, exact=True).click()
        page.locator(".progress").wait_for(state="detached")
        page.wait_for_timeout(200)
        yield f"{where}, {name}"


def ready(page):
    page.locator(".stage svg").first.wait_for(state="attached")
    page.locator(".progress").wait_for(state="detached")


def show(page, text, sign):
    paste(page, text)
    wait_for_drawing(page, sign)
    ready(page)


def find(page, name):
    page.get_by_label("Find a node, topic or store").fill(name)


@way
def start(page, made) -> Iterator[str]:
    page.locator(".gallery li button").first.wait_for()
    yield "start"
    yield from menus(page, "start", "Recent", "Open…")
    yield from more(page, "start")
    page.locator(".paste textarea").fill(COUNT)
    yield "start, written"


@way
def example(page, made) -> Iterator[str]:
    page.locator(".gallery ul button:has(.title)").first.click()
    ready(page)
    yield "example"
    yield from views(page, "example", VIEWS)
    page.get_by_role("tab", name="Plan", exact=True).click()
    page.get_by_text("Side by side", exact=True).click()
    ready(page)
    yield "example, plan side by side"
    page.get_by_role("tab", name="Topology", exact=True).click()
    ready(page)
    yield from menus(page, "example", "Filter", "Legend", "Export", "Open…", "Recent")
    yield from more(page, "example")
    pane(page, "Text")
    page.locator(".text-pane textarea, .cm-content").first.click()
    page.locator(".cm-content").wait_for()
    yield "example, text"
    front(page)
    pane(page, "Details")
    yield "example, details"


@way
def count(page, made) -> Iterator[str]:
    show(page, COUNT, "order-counts")
    yield "count"
    find(page, "orders")
    yield "count, found"
    page.get_by_label("Find a node, topic or store").fill("nothing at all")
    yield "count, nothing found"
    find(page, "orders-by-kind")
    page.keyboard.press("Enter")
    yield "count, store chosen"
    pane(page, "Details")
    yield "count, store in the details"
    front(page)
    box(page, "count").click()
    yield "count, node chosen"
    pane(page, "Details")
    yield "count, node in the details"
    front(page)
    find(page, "repartition")
    page.keyboard.press("Enter")
    pane(page, "Details")
    yield "count, topic in the details"
    front(page)
    find(page, "Sub-topology 1")
    page.keyboard.press("Enter")
    pane(page, "Details")
    yield "count, sub-topology in the details"
    front(page)
    menu(page, "Filter")
    page.get_by_label("Only this topic").select_option(index=1)
    yield "count, filtered"
    page.keyboard.press("Escape")
    if page.locator("summary:visible", has_text="Settings").count() > 0:
        page.locator("summary:visible", has_text="Settings").click()
        yield "count, Settings"
    page.get_by_label("Custom", exact=True).check(force=True)
    page.locator(".progress").wait_for(state="detached")
    if page.locator("summary:visible", has_text="rules").count() > 0:
        page.locator("summary:visible", has_text="rules").click()
    yield "count, Custom"
    page.keyboard.press("Escape")
    pane(page, "Text")
    yield "count, text"
    page.get_by_label("Add a file").click()
    yield "count, another file"
    front(page)
    page.get_by_role("button", name="Share").click()
    yield "count, Share"
    page.get_by_role("button", name="Make a link").click()
    page.get_by_label("Delete key", exact=True).wait_for()
    yield "count, shared"


@way
def module(page, made) -> Iterator[str]:
    files = [
        {"name": f"Part{number}.java", "mimeType": "text/plain", "buffer": part(number).encode()}
        for number in range(14)
    ]
    page.get_by_label("Files or an archive", exact=True).set_input_files(files)
    ready(page)
    yield "many files"
    page.locator(".topologies").click()
    page.get_by_role("dialog").wait_for()
    yield "many files, topologies"
    page.keyboard.press("Escape")
    pane(page, "Text")
    yield "many files, text"
    page.locator(".text-pane .all").click()
    page.get_by_role("dialog").wait_for()
    yield "many files, files"


def part(number):
    return f"""class Part{number} {{
    public static void main(String[] args) {{
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("a-rather-long-name-of-a-topic-{number}").to("out-{number}");
        new KafkaStreams(builder.build(), new Properties()).start();
    }}
}}
"""


@way
def doubts(page, made) -> Iterator[str]:
    show(page, OPEN, "${readings.topic}?")
    yield "unsure"
    pane(page, "Text")
    yield "unsure, text"
    page.get_by_label("readings.topic").fill("readings")
    page.keyboard.press("Enter")
    front(page)
    wait_for_drawing(page, "readings")
    pane(page, "Text")
    yield "unsure, answered"


@way
def refused(page, made) -> Iterator[str]:
    paste(page, REFUSED)
    page.get_by_role("button", name="Show the plan").wait_for()
    yield "refused"
    pane(page, "Details")
    yield "refused, details"


@way
def dump(page, made) -> Iterator[str]:
    show(page, DUMP, "b")
    yield "dump"
    page.get_by_role("tab", name="Plan").click()
    yield "dump, Plan"
    pane(page, "Text")
    yield "dump, text"


@way
def tasks(page, made) -> Iterator[str]:
    show(page, COUNT, "order-counts")
    page.get_by_role("tab", name="Tasks", exact=True).click()
    page.get_by_role("button", name="Try with these").click()
    assigned(page)
    yield "tasks"
    dies(page, "b")
    yield "tasks, an instance dies"
    page.locator("summary", has_text="What this rests on").click()
    page.get_by_label("What happens", exact=True).select_option("a topic gets more partitions")
    yield "tasks, what it rests on, and what else may happen"
    page.locator(".tasks tbody th button", has_text="0_3").first.click()
    pane(page, "Details")
    yield "tasks, a task in the details"
    front(page)
    if not page.get_by_label("Standbys").is_visible():
        page.locator(".tasks .form > summary").click()
    page.get_by_label("Standbys").fill("many")
    page.get_by_text("is not a whole number").first.wait_for()
    yield "tasks, a setting refused"
    page.get_by_label("Standbys").fill("1")
    page.get_by_role("button", name="Paste a log").click()
    page.get_by_label("A cluster as a text").fill("clients:\n- {name: a, threads: -1}")
    page.get_by_text("Line 2 of the cluster").first.wait_for()
    yield "tasks, a cluster refused"


def dies(page, instance):
    """Ask what happens when an instance dies, and wait for the answer."""
    page.get_by_label("What happens", exact=True).select_option("an instance dies")
    page.get_by_label("Instance", exact=True).select_option(instance)
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name=f"{instance} dies Nothing").wait_for()
    assigned(page)


def assigned(page):
    """Wait until who gets which task is said and drawn."""
    page.get_by_role("heading", name="Every task").wait_for()
    page.locator(".tasks .answer[aria-busy=false]").wait_for()
    page.locator(".tasks .stage svg").first.wait_for(state="attached")
    page.wait_for_timeout(300)


@way
def run(page, made) -> Iterator[str]:
    show(page, COUNT, "order-counts")
    page.get_by_role("tab", name="Run", exact=True).click()
    page.get_by_role("button", name="Run it").wait_for()
    yield "run, before the first"
    page.get_by_role("button", name="Run it").click()
    ran(page)
    yield "run"
    page.get_by_role("button", name="Show it: Processed twice").click()
    page.locator(".run .when", has_text="killed").wait_for()
    page.get_by_role("button", name="A shorter interval").click()
    page.locator(".run .reason").scroll_into_view_if_needed()
    yield "run, an event in an interval"
    page.get_by_role("heading", name="In figures").scroll_into_view_if_needed()
    page.wait_for_timeout(600)
    yield "run, figures"
    if not page.locator(".run .whole").is_visible():
        page.locator(".run .form > summary").click()
    page.locator(".run .whole summary").click()
    page.get_by_label("The whole configuration").fill("events:\n- {at: 10s, kill: nobody, for: 1s}\n")
    page.get_by_text("Given", exact=True).click()
    yield "run, records are given"
    page.get_by_text("Made by rate", exact=True).click()
    page.get_by_role("button", name="Run again").click()
    page.get_by_text("It cannot be run like this.").wait_for()
    yield "run, a line refused"


@way
def story(page, made) -> Iterator[str]:
    page.get_by_role("button", name="At least once, and a crash").click()
    ran(page)
    yield "story"
    for _ in range(3):
        page.get_by_role("button", name="Next ›").click()
    page.locator(".run .when", has_text="killed").wait_for()
    yield "story, a crash"
    page.get_by_text("Find a line of your log").click()
    page.get_by_label("Lines of a log, as they are").fill(LOG)
    page.get_by_role("button", name="Find it", exact=True).click()
    page.locator(".run .log .line").nth(1).wait_for()
    page.locator(".run .log").scroll_into_view_if_needed()
    yield "story, lines of a log"
    page.get_by_label("Kind", exact=True).select_option("came back")
    page.locator(".run .when", has_text="back").wait_for()
    lanes = page.locator(".run svg.lanes")
    lanes.click(position={"x": lanes.bounding_box()["width"] * 0.94, "y": 60})
    page.get_by_role("button", name="Show all events").wait_for()
    yield "story, nothing that the filter leaves"
    page.get_by_role("button", name="Show all events").click()
    page.goto(share(page))
    ran(page)
    yield "story, shared"
    page.get_by_role("button", name="Next event").click()
    page.locator(".run .reason").scroll_into_view_if_needed()
    yield "story, shared, an event"


LOG = """2025-01-01 10:00:00,001 INFO stream-thread [app-a-StreamThread-1] State transition from STARTING to RUNNING
2025-01-01 10:00:00,002 ERROR org.apache.kafka.common.errors.ProducerFencedException: There is a newer producer
2025-01-01 10:00:00,003 INFO Order 7 was paid"""


def ran(page):
    """Wait until what happened is said and drawn."""
    page.locator(".run .large").wait_for()
    page.locator(".run svg.lanes .lane").first.wait_for(state="attached")
    page.locator(".run .event").first.wait_for()
    page.locator(".run .stage svg").first.wait_for(state="attached")
    page.wait_for_timeout(300)


@way
def compare(page, made) -> Iterator[str]:
    show(page, COUNTED_NOW, "order-counts")
    page.get_by_role("tab", name="Compare", exact=True).click()
    field = page.get_by_label("The version that is deployed", exact=True)
    field.wait_for()
    yield "compare, the other version is wanted"
    menu(page, "Recent programs")
    yield "compare, Recent programs"
    page.keyboard.press("Escape")
    field.fill("class Empty {\n  int one = ;\n}\n")
    page.get_by_text("The version that is deployed has no topology.").wait_for()
    yield "compare, the other version cannot be read"
    if not field.is_visible():
        page.get_by_role("button", name="Choose another").click()
    field.fill(COUNTED_BEFORE)
    compared(page)
    yield "compare"
    page.get_by_role("button", name="Show in the picture: The store").first.click()
    yield "compare, a finding is shown in the picture"
    page.get_by_text("Side by side", exact=True).click()
    page.wait_for_timeout(800)
    page.locator(".compare tbody th button").first.click()
    yield "compare, side by side"
    page.get_by_role("button", name=re.compile("Old version, ")).first.click()
    page.get_by_role("dialog").wait_for()
    yield "compare, a line of the other version"
    page.keyboard.press("Escape")
    if not page.get_by_label("Kafka version of the old one").is_visible():
        page.locator(".compare .asked > summary").click()
    page.locator(".compare summary", has_text="How it runs").click()
    yield "compare, how it runs"
    yield from menus(page, "compare", "Export")
    link = share(page)
    page.goto(link)
    compared(page)
    yield "compare, shared"


def compared(page):
    """Wait until the verdict is there, and what changes is drawn."""
    page.get_by_role("region", name="Verdict").wait_for()
    page.locator(".compare [aria-busy=false]").wait_for()
    page.locator(".compare .stage svg").first.wait_for(state="attached")
    page.wait_for_timeout(300)


@way
def nothing(page, made) -> Iterator[str]:
    paste(page, "class A { int x = 1; }")
    page.get_by_role("heading", name="No topology was found").wait_for()
    yield "no topology"
    page.get_by_label("More", exact=True).click()
    page.get_by_role("button", name="New").click()
    yield "after New"


@way
def running(page, made) -> Iterator[str]:
    work = {"id": "00000000-0000-4000-8000-000000000000", "status": "running", "stage": "analyzing"}
    page.route("**/api/v1/analyses**", lambda route: route.fulfill(status=202, json=work))
    page.route("**/api/v1/analyses/**", lambda route: route.fulfill(status=202, json=work))
    paste(page, COUNT)
    page.get_by_text("Analyzing …").wait_for()
    yield "running"
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("heading", name="Cancelled").wait_for()
    yield "cancelled"


@way
def failed(page, made) -> Iterator[str]:
    problem = {"title": "Too busy", "detail": "All workers are taken.", "next_step": "Wait a minute."}
    page.route("**/api/v1/analyses?*", lambda route: route.fulfill(status=503, json=problem))
    paste(page, COUNT)
    page.get_by_role("heading", name="Too busy").wait_for()
    yield "failed"


@way
def shared(page, made) -> Iterator[str]:
    page.goto(made.link)
    ready(page)
    yield "shared"
    yield from views(page, "shared", VIEWS[:-4])
    page.get_by_role("tab", name="Topology", exact=True).click()
    ready(page)
    box(page, "count").click()
    pane(page, "Details")
    yield "shared, details"
    front(page)
    pane(page, "Source")
    page.locator(".cm-content").wait_for()
    yield "shared, source"
    front(page)
    yield from menus(page, "shared", "Filter", "Legend", "Export", "More")
    menu(page, "More")
    page.get_by_role("button", name="Keys and gestures").click()
    yield "shared, Keys"


@way
def reading(page, made) -> Iterator[str]:
    page.goto(f"{made.link}?as=page")
    page.wait_for_timeout(300)
    yield "shared, as a page"
    page.goto(f"{made.link}/embed")
    page.wait_for_timeout(300)
    yield "shared, embedded"


@way
def report(page, made) -> Iterator[str]:
    page.goto(made.report)
    page.get_by_role("heading", name="On the topology").wait_for()
    ready(page)
    yield "report"
    page.mouse.wheel(0, 1200)
    page.wait_for_timeout(600)
    yield "report, scrolled"
    page.get_by_role("button", name="Share", exact=True).click()
    yield "report, Share"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Delete", exact=True).click()
    yield "report, Delete"
    page.keyboard.press("Escape")
    page.goto(made.report_link)
    page.get_by_role("heading", name="On the topology").wait_for()
    ready(page)
    yield "shared report"


@way
def others(page, made) -> Iterator[str]:
    for path in (
        "/help/",
        "/help/ci",
        "/help/terms",
        "/help/formats",
        "/api/v1/docs/",
        "/health",
        "/nowhere",
        "/s/nothing",
        "/r/00000000-0000-4000-8000-000000000000",
    ):
        page.goto(path)
        page.wait_for_timeout(300)
        yield path
