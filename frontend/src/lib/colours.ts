// The page's colours for those who cannot read CSS variables, such as a canvas.

export interface Colours {
  text: string;
  quiet: string;
  line: string;
  faint: string;
  surface: string;
  accent: string;
  warn: string;
  /** Of lines beside each other. */
  series: string[];
  /** From little lag to much. */
  heat: string[];
  type: string;
}

export const SERIES = 8;
const HEAT = 4;

/** Reads the colours as they are now; a scheme that changes gives others. */
export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const many = (name: string, count: number) => Array.from({ length: count }, (_, index) => value(`${name}-${index + 1}`));
  return {
    text: value("text"),
    quiet: value("text-quiet"),
    line: value("line"),
    faint: value("line-quiet"),
    surface: value("surface"),
    accent: value("accent"),
    warn: value("warn"),
    series: many("series", SERIES),
    heat: many("heat", HEAT),
    type: value("type"),
  };
}

/** Tells when the colours may be others: the system's scheme, or the page's own. Gives what ends it. */
export function onColours(changed: () => void): () => void {
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", changed);
  const watch = new MutationObserver(changed);
  watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    scheme.removeEventListener("change", changed);
    watch.disconnect();
  };
}
