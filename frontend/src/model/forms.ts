// In which forms a picture and what was found out can be taken along.

import type { Form } from "../api/client";
import { questionOf, type Wanted } from "./pictures";

export interface FormAbout {
  form: Form;
  label: string;
  sentence: string;
  isText: boolean;
}

export const FORMS: { title: string; forms: FormAbout[] }[] = [
  {
    title: "For a pull request or a README",
    forms: [{ form: "md", label: "Markdown", sentence: "With the diagram as Mermaid, which GitHub draws", isText: true }],
  },
  {
    title: "Picture",
    forms: [
      { form: "svg", label: "SVG", sentence: "Sharp at every size", isText: true },
      { form: "png", label: "PNG", sentence: "For chats, tickets and slides", isText: false },
      { form: "pdf", label: "PDF", sentence: "To print, with text that can be searched", isText: false },
    ],
  },
  {
    title: "To draw or edit further",
    forms: [
      { form: "excalidraw", label: "Excalidraw", sentence: "Shapes to move and to add to", isText: true },
      { form: "dot", label: "DOT", sentence: "For Graphviz, always with nothing folded", isText: true },
      { form: "mmd", label: "Mermaid", sentence: "GitHub and many wikis draw it", isText: true },
      { form: "puml", label: "PlantUML", sentence: "For documents that PlantUML draws", isText: true },
    ],
  },
  {
    title: "As text",
    forms: [
      { form: "txt", label: "describe()", sentence: "As Kafka Streams prints it", isText: true },
      { form: "json", label: "JSON", sentence: "The whole analysis, for programs", isText: true },
    ],
  },
];

const OF_CHANGES: Partial<Record<Form, Pick<FormAbout, "label" | "sentence">>> = {
  md: { label: "Markdown", sentence: "The verdict, what to do, and what changes as Mermaid, which GitHub draws" },
  txt: { label: "Text", sentence: "The verdict, what to do and why" },
  json: { label: "JSON", sentence: "The whole comparison, for programs" },
};

/** The same of what changes between two versions. */
export function ofChange(about: FormAbout): FormAbout {
  return { ...about, ...OF_CHANGES[about.form] };
}

/** What the server is asked with: the picture as it is on show, or with nothing folded. */
export function questionFor(form: Form, shown: Wanted | null, isWhole: boolean): Record<string, string> {
  if (form === "txt" || form === "json") return {};
  if (shown === null) return { view: "topology", ...(isWhole ? { whole: "1" } : {}) };
  return questionOf(isWhole ? { ...shown, open: [], isWhole } : shown);
}

/** What a diagram in Mermaid says of itself, such as that it was folded more to fit; nothing of other texts. There a
 * colon is written as #58;, and here as what it is. */
export function notesIn(form: Form, text: string): string[] {
  if (form !== "mmd") return [];
  return text.split("\n").flatMap((line) => /^\s*%% (.+)/.exec(line)?.[1]?.replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))) ?? []);
}

/** Markdown that shows a picture which leads to a page. */
export function markdownOf(name: string, picture: string | null, address: string): string {
  const label = name.replace(/[\\[\]]/g, "\\$&");
  return picture === null ? `[${label}](${address})` : `[![${label}](${picture})](${address})`;
}

/** HTML that shows a page inside another, and nothing of where it stands. */
export function embeddingOf(name: string, address: string): string {
  const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
  return `<iframe src="${escaped(address)}" title="${escaped(name)}" width="800" height="600" style="border:0;max-width:100%" loading="lazy" referrerpolicy="no-referrer"></iframe>`;
}

/** The last moment of a day, such as 2027-01-31, where the reader is; null for what is no day. */
export function endOfDay(day: string): string | null {
  if (!/^\d{4,6}-\d\d-\d\d$/.test(day)) return null;
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}
