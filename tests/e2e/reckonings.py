"""What is reckoned beside axe: what scrolls sideways, what is clipped, what is too small, where the focus is."""

AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}

COMMON = """
const named = (element) => {
    const name = element.getAttribute?.("aria-label") || (element.textContent ?? "").trim().slice(0, 40);
    const kind = [element.localName, ...element.classList].join(".");
    return `${kind} “${name.replace(/\\s+/g, " ")}”`;
};
const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
/** What is heard and not seen, and what a picture holds: that has its own tests. */
const isAside = (element) =>
    element.closest(".out-of-sight, .skip, .stage, .minimap, svg, canvas, [aria-hidden=true], option") !== null ||
    element.getBoundingClientRect().width <= 1;
"""

# What of the page one would have to scroll sideways for, or cannot reach at all.
SIDEWAYS = """() => {
    const page = document.scrollingElement;
    if (page.scrollWidth <= page.clientWidth + 1) return [];
    return [`the page is ${page.scrollWidth} wide in ${page.clientWidth}`];
}"""

CLIPPED = (
    "() => {"
    + COMMON
    + """
    const found = new Set();
    const dialog = document.querySelector("dialog[open]");
    const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
        const holder = text.parentElement;
        if (text.data.trim() === "" || holder.closest("script, style, noscript")) continue;
        if (!isSeen(holder) || isAside(holder)) continue;
        range.selectNodeContents(text);
        const { left, right, top, bottom, width } = range.getBoundingClientRect();
        if (width === 0) continue;
        let scrollsX = false;
        let scrollsY = false;
        for (let box = holder; box !== null && box !== document.documentElement; box = box.parentElement) {
            const style = getComputedStyle(box);
            const here = box.getBoundingClientRect();
            const hides = (way) => way === "hidden" || way === "clip";
            const isDotted = style.textOverflow === "ellipsis";
            if (!scrollsX && hides(style.overflowX) && !isDotted && (right > here.right + 2 || left < here.left - 2))
                found.add(`${named(holder)} is cut at the side by ${named(box).slice(0, 60)}`);
            const isClamped = style.webkitLineClamp !== "none"; // dots say that there is more
            if (!scrollsY && hides(style.overflowY) && !isClamped && (bottom > here.bottom + 4 || top < here.top - 4))
                found.add(`${named(holder)} is cut in its height by ${named(box).slice(0, 60)}`);
            scrollsX ||= style.overflowX === "auto" || style.overflowX === "scroll" || isDotted;
            scrollsY ||= style.overflowY === "auto" || style.overflowY === "scroll";
            if (style.position === "fixed") break;
        }
        if (!scrollsX && (right > innerWidth + 1 || left < -1)) found.add(`${named(holder)} is beside the window`);
    }
    return [...found];
}"""
)

# 24 by 24, as WCAG 2.2 has it; links within a sentence are as high as its lines.
SMALL = (
    "() => {"
    + COMMON
    + """
    const within = document.querySelector("dialog[open]") ?? document.body;
    const found = new Set();
    const targets = "a[href], button, input, select, textarea, summary, [role=tab], [role=option], [role=separator]";
    for (const one of within.querySelectorAll(targets)) {
        if (!isSeen(one) || isAside(one) || one.disabled) continue;
        const inLine = getComputedStyle(one).display.startsWith("inline") && one.matches("a, .link, .place, .word");
        const around = [...(one.parentElement?.childNodes ?? [])];
        const beside = around.some((node) => node.nodeType === 3 && node.data.trim() !== "");
        if (inLine && (beside || one.closest("p, li, dd, td, th, label") !== null)) continue;
        const target = one.matches("[type=radio], [type=checkbox]") ? (one.closest("label") ?? one) : one;
        let { width, height } = target.getBoundingClientRect();
        if (one.matches("[role=separator]")) width += 8; // what it is held by reaches further
        if (width < 23.5 || height < 23.5) found.add(`${named(one)} is ${Math.round(width)} × ${Math.round(height)}`);
    }
    return [...found];
}"""
)

# The element that has the focus, through shadow roots: whether it is seen, covered, and marked.
FOCUS = (
    "() => {"
    + COMMON
    + """
    let one = document.activeElement;
    while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
    if (one === null || one === document.body || one === document.documentElement) return { at: null };
    const at = named(one);
    const shown = one.matches("[type=radio], [type=checkbox]") ? (one.closest("label") ?? one) : one;
    const seen = shown.getBoundingClientRect();
    let wrong = null;
    const left = Math.max(seen.left, 0), right = Math.min(seen.right, innerWidth);
    const top = Math.max(seen.top, 0), bottom = Math.min(seen.bottom, innerHeight);
    if (right - left < 1 || bottom - top < 1) wrong = "is outside of the window";
    else {
        const root = shown.getRootNode();
        const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]];
        const isThere = ([x, y]) => {
            const hit = root.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
            if (hit === null) return false;
            return shown.contains(hit) || hit.contains(shown) || hit.closest("label")?.contains(shown);
        };
        if (!points.some(isThere)) wrong = "is covered";
    }
    const isMarked = (element) => {
        const look = getComputedStyle(element);
        return (look.outlineStyle !== "none" && parseFloat(look.outlineWidth) > 0) || look.boxShadow !== "none";
    };
    const mark = [one, one.closest("label"), one.nextElementSibling, one.parentElement, one.closest(".cm-editor")];
    if (wrong === null && !mark.some((element) => element && isMarked(element)) && !one.isContentEditable)
        wrong = "does not show that it has the focus";
    const isKnown = window.wentThrough.has(one);
    window.wentThrough.add(one);
    return { at, wrong, isKnown, writesTabs: one.isContentEditable };
}"""
)

BEFORE = """() => {
    window.wentThrough = new WeakSet();
    const one = document.activeElement;
    const open = [...document.querySelectorAll("details[open]")];
    window.goBack = () => {
        one?.focus({ preventScroll: true });
        for (const each of open) each.open = true;
    };
}"""

# What can be pressed and was not on the way: of radio buttons, tabs, and lists of which one is on the way, arrow keys
# reach the others.
MISSED = (
    "() => {"
    + COMMON
    + """
    const within = document.querySelector("dialog[open]") ?? document.body;
    const targets = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    const byArrows = "[type=radio], [role=tab], [role=option], [role=menuitem], [role=separator]";
    const found = new Set();
    for (const one of within.querySelectorAll(targets)) {
        if (!isSeen(one) || isAside(one) || one.disabled || one.matches(byArrows)) continue;
        if (one.localName === "summary" && one.parentElement.querySelector(":scope > summary") !== one) continue;
        const onTheWay = one.tabIndex < 0 ? one.closest("ol, ul")?.querySelector("[tabindex='0']") : null;
        if (!window.wentThrough.has(onTheWay ?? one)) found.add(`${named(one)} is not reached by Tab`);
    }
    return [...found];
}"""
)


def sideways(page) -> list[str]:
    """What makes the page scroll sideways."""
    return page.evaluate(SIDEWAYS)


def clipped(page) -> list[str]:
    """Words of which a part cannot be seen, nor scrolled to."""
    return page.evaluate(CLIPPED)


def small(page) -> list[str]:
    """What is pressed and smaller than 24 by 24 px."""
    return page.evaluate(SMALL)


def tabbed(page, most=250) -> list[str]:
    """What is wrong with the focus on its way once round the page by Tab, which comes back to where it was."""
    wrong: dict[str, None] = {}
    page.evaluate(BEFORE)
    ends = 0
    for _ in range(most):
        page.keyboard.press("Tab")
        here = page.evaluate(FOCUS)
        if here["at"] is None:
            ends += 1  # the browser's own controls, perhaps at once; the page's first comes next
        elif here["wrong"]:
            wrong[f"{here['at']} {here['wrong']}"] = None
        if ends == 3 or here.get("isKnown"):
            break
        if here.get("writesTabs"):
            page.keyboard.press("Escape")  # after which Tab goes on, as its help says
    else:
        wrong[f"Tab does not come round; it is at {here['at']} last"] = None
    wrong.update(dict.fromkeys(page.evaluate(MISSED)))
    page.evaluate("() => window.goBack()")
    return list(wrong)
