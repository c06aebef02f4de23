// Which colours the pages have on this device. `theme.js` of the server reads the same before the first paint.

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "topoviz.theme";

/** The theme of this page, which is the one that was chosen on this device. */
export function readTheme(): Theme {
  const theme = document.documentElement.dataset["theme"];
  return THEMES.find((one) => one === theme) ?? "system";
}

/** Shows another theme here and on all other pages of this device. */
export function writeTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Then it holds for this page alone.
  }
}

/** Tells when another page has chosen. Gives what ends it. */
export function onTheme(changed: () => void): () => void {
  const watch = new MutationObserver(changed);
  watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => watch.disconnect();
}
