// The theme that was chosen on this device, set before the first paint so that no page flashes. Nothing chosen means the
// system's. Pages with a place for it get a small choice; the workbench has its own, which stores the same.
(() => {
  const KEY = "topoviz.theme";
  const root = document.documentElement;

  function stored() {
    try {
      const theme = localStorage.getItem(KEY);
      return theme === "light" || theme === "dark" ? theme : "system";
    } catch {
      return "system"; // The browser keeps nothing for this page.
    }
  }

  function show(theme) {
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
  }

  function store(theme) {
    try {
      if (theme === "system") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // Then it holds for this page alone.
    }
    show(theme);
  }

  function choiceOf(place) {
    const select = document.createElement("select");
    select.setAttribute("aria-label", "Theme");
    for (const [value, label] of [["system", "System theme"], ["light", "Light"], ["dark", "Dark"]]) {
      select.append(new Option(label, value));
    }
    select.value = root.dataset.theme ?? "system";
    select.addEventListener("change", () => store(select.value));
    place.append(select);
    new MutationObserver(() => (select.value = root.dataset.theme ?? "system")).observe(root, { attributeFilter: ["data-theme"] });
  }

  // A picture that is opened by itself has no page round it that says the theme, so its address does.
  function keepTheme(event) {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!link || link.hasAttribute("download")) return;
    link.href = themed(link.href);
  }

  function themed(href) {
    const address = new URL(href, location.href);
    if (address.origin !== location.origin || !address.pathname.endsWith(".svg")) return href;
    if ((address.searchParams.get("theme") ?? undefined) === root.dataset.theme) return href;
    if (root.dataset.theme) address.searchParams.set("theme", root.dataset.theme);
    else address.searchParams.delete("theme");
    return address.href;
  }

  // By itself a picture in a page looks as the system does.
  function showPictures() {
    for (const one of document.querySelectorAll("picture > source, picture > img")) {
      const name = one.localName === "img" ? "src" : "srcset";
      const [before, next] = [one.getAttribute(name), themed(one.getAttribute(name))];
      if (next !== before) one.setAttribute(name, next);
    }
  }

  show(stored());
  addEventListener("storage", (event) => (event.key === KEY || event.key === null) && show(stored()));
  // A page that comes back from the browser's memory was not there when another was chosen.
  addEventListener("pageshow", () => show(stored()));
  for (const kind of ["click", "auxclick", "contextmenu"]) addEventListener(kind, keepTheme, true);
  addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-theme-choice]").forEach(choiceOf);
    showPictures();
    new MutationObserver(showPictures).observe(root, { attributeFilter: ["data-theme"] });
  });
})();
