"""`python -m tests.e2e.look_with_axe ADDRESS`: every state of every page, with axe and with what it does not reckon.

ADDRESS is that of a running topoviz. Each state is looked at on a large window and on a phone, at 100 % and at 200 %
(which is half as many pixels), light and dark: axe's rules for WCAG 2.2 A and AA and its best practices; whether the
page scrolls sideways; words that are cut off; targets below 24 by 24 px; whether the focus is always seen and shown.
Prints one line for each fault, and how many states were looked at.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Page, sync_playwright

from tests.e2e import reckonings, team_states
from tests.e2e.bench import COUNT, paste, share, wait_for_drawing
from tests.e2e.states import WAYS, Made
from tests.e2e.test_lag_report import history

EVERY = (*WAYS, *team_states.READERS, *team_states.MEMBERS)

SIZES = {"1280": (1280, 800), "390": (390, 844), "640": (640, 400), "195": (195, 422)}


def make(page: Page, address: str, has_report: bool) -> Made:
    """A shared analysis and, where it is wanted, a report, with the links to them."""
    page.goto(address)
    paste(page, COUNT)
    wait_for_drawing(page, "order-counts")
    link = share(page)
    page.keyboard.press("Escape")
    if not has_report:
        return Made(link, "", "")
    page.get_by_role("tab", name="Lag", exact=True).click()
    file = {"name": "lag.csv", "mimeType": "text/csv", "buffer": history("orders")}
    page.locator("#view input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Upload").last.click()
    page.wait_for_url("**/r/*")
    page.get_by_role("heading", name="On the topology").wait_for(timeout=300_000)
    return Made(link, page.url, share(page))


def faults(page: Page, theme: str) -> list[str]:
    """What is wrong with the state on show."""
    page.wait_for_timeout(250)  # colours that are still moving are no colours to judge
    found = Axe().run(page, options=reckonings.AXE).response["violations"]
    lines = [
        f"axe {one['id']}: {node['target']} {' '.join(node['failureSummary'].split())[:200]}"
        for one in found
        for node in one["nodes"]
    ]
    if theme == "dark":
        return lines  # places are the same in both
    lines += [f"sideways: {line}" for line in reckonings.sideways(page)]
    lines += [f"clipped: {line}" for line in reckonings.clipped(page)]
    lines += [f"small: {line}" for line in reckonings.small(page)]
    return lines


def main() -> int:
    """Look, print, and be 1 where there was a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.look_with_axe", description=__doc__)
    parser.add_argument("address", help="of a running topoviz, such as http://127.0.0.1:8000")
    parser.add_argument("--way", action="append", choices=EVERY, help="only this way; may be repeated")
    parser.add_argument("--size", action="append", choices=SIZES, help="only this width; may be repeated")
    parser.add_argument("--theme", action="append", choices=("light", "dark"), help="only this theme; may be repeated")
    parser.add_argument("--tab", action="store_true", help="also go through each state by Tab")
    parser.add_argument("--shots", type=Path, help="write a screenshot of each state into this folder")
    options = parser.parse_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    seen: dict[str, list[str]] = {}
    count = 0
    with sync_playwright() as playwright:
        arguments = ["--disable-dev-shm-usage", *(["--no-sandbox"] if os.getuid() == 0 else [])]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        chosen = options.way or EVERY
        maker = browser.new_page(base_url=options.address)
        made = make(maker, options.address, "report" in chosen) if not WAYS.keys().isdisjoint(chosen) else None
        # A report is shown to the session that made it.
        session = maker.context.storage_state()
        maker.close()
        member = browser.new_page(base_url=options.address)
        team = None if WAYS.keys() >= set(chosen) else team_states.make_team(member)
        signed_in = member.context.storage_state()
        member.close()
        for size in options.size or SIZES:
            width, height = SIZES[size]
            for theme in options.theme or ("light", "dark"):
                for name in chosen:
                    context = browser.new_context(
                        base_url=options.address,
                        viewport={"width": width, "height": height},
                        color_scheme=theme,
                        storage_state=signed_in if name in team_states.MEMBERS else session,
                    )
                    context.set_default_timeout(10_000)
                    page = context.new_page()
                    page.goto("/")
                    try:
                        for state in way(name, page, made, team):
                            count += 1
                            if options.shots:
                                file = options.shots / f"{state.replace('/', '_')}-{size}-{theme}.png".replace(" ", "-")
                                page.screenshot(path=file)
                            for line in faults(page, theme):
                                seen.setdefault(line, []).append(f"{state} {size} {theme}")
                            if options.tab and theme == "light":
                                tab(page, state, size, seen)
                    except Error as error:
                        seen.setdefault(f"stopped: {name}: {str(error)[:300]}", []).append(f"{size} {theme}")
                    context.close()
        browser.close()
    for line, places in sorted(seen.items()):
        sys.stdout.write(f"{line}\n    {len(places)}: {'; '.join(places[:6])}\n")
    sys.stdout.write(f"{count} states, {len(seen)} faults\n")
    return 1 if seen else 0


def way(name: str, page: Page, made: Made | None, team: team_states.Team | None) -> Iterator[str]:
    """Begin a way, with what it looks at."""
    if name in WAYS:
        return WAYS[name](page, made)
    return (team_states.READERS | team_states.MEMBERS)[name](page, team)


def tab(page: Page, state: str, size: str, seen: dict[str, list[str]]) -> None:
    """Go through a state by Tab, and leave it as it was."""
    for line in reckonings.tabbed(page):
        seen.setdefault(f"focus: {line}", []).append(f"{state} {size}")


if __name__ == "__main__":
    sys.exit(main())
