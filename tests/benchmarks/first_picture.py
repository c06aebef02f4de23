"""`python -m tests.benchmarks.first_picture ADDRESS`: bytes of script of each page, and time to the first picture.

ADDRESS is that of a running topoviz; a Chromium is needed. Scripts are those that are there once the network is still,
before anybody touched the page: as they came through the network, and unpacked. The time is that of the browser's own
clock, from the click on an example to the frame in which the picture stands, each in a browser session of its own.
"""

import argparse
import os
import shutil
import statistics
import sys

from playwright.sync_api import Browser, Page, sync_playwright

SCRIPTS = """() => performance.getEntriesByType("resource")
    .filter(({ name }) => name.split("?")[0].endsWith(".js"))
    .map(({ encodedBodySize, decodedBodySize }) => [encodedBodySize, decodedBodySize])"""

# The click itself is made in the page, so that no message between two processes is counted.
CLICKED = """(button) => new Promise((done) => {
    const start = performance.now();
    const look = () => {
        const picture = document.querySelector(".stage svg");
        if (picture === null || picture.getBoundingClientRect().width === 0) requestAnimationFrame(look);
        // The frame after that is the one in which it was painted.
        else requestAnimationFrame(() => done(performance.now() - start));
    };
    button.click();
    requestAnimationFrame(look);
})"""


def scripts(page: Page, address: str) -> tuple[int, int, int]:
    """How many scripts a page has loaded, their bytes as they came, and unpacked."""
    page.goto(address, wait_until="networkidle")
    page.wait_for_timeout(1_000)
    sizes = page.evaluate(SCRIPTS)
    return len(sizes), sum(one[0] for one in sizes), sum(one[1] for one in sizes)


def first_picture(browser: Browser, address: str, number: int) -> float:
    """Milliseconds from the click on an example to its picture."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    button = page.locator(".gallery button:has(.title)").nth(number)
    milliseconds = button.evaluate(CLICKED)
    context.close()
    return milliseconds


def main() -> None:
    """Print both tables in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.first_picture", description=__doc__)
    parser.add_argument("address", help="of a running topoviz, such as http://127.0.0.1:8000")
    parser.add_argument("--page", action="append", default=[], help="another page, such as /s/TOKEN; may be repeated")
    parser.add_argument("--runs", type=int, default=10, help="clicks on each example (default: %(default)s)")
    options = parser.parse_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    say = sys.stdout.write
    with sync_playwright() as playwright:
        arguments = ["--disable-dev-shm-usage", *(["--no-sandbox"] if os.getuid() == 0 else [])]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        say("| page | scripts | bytes as they come | unpacked |\n|---|---:|---:|---:|\n")
        for path in ("/", *options.page):
            page = browser.new_page()
            count, packed, raw = scripts(page, options.address + path)
            say(f"| {path} | {count} | {packed:,} | {raw:,} |\n")
            page.close()
        say("\n| example | fastest | median | slowest |\n|---:|---:|---:|---:|\n")
        for number in (0, 1, 2):
            times = [first_picture(browser, options.address, number) for _ in range(options.runs)]
            say(f"| {number + 1} | {min(times):.0f} ms | {statistics.median(times):.0f} ms | {max(times):.0f} ms |\n")
        browser.close()
    say(f"\nLoad of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.\n")


if __name__ == "__main__":
    main()
