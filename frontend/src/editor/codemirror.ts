// The editor: CodeMirror with our marks. It lives in a shadow root, because there it brings its styles as constructed
// sheets, which a strict Content-Security-Policy allows; elsewhere it would write style elements.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { java } from "@codemirror/lang-java";
import { HighlightStyle, StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { kotlin, scala } from "@codemirror/legacy-modes/mode/clike";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import type { Colouring } from "../model/files";

export interface MarkedLine {
  line: number;
  isCaller: boolean;
}

export interface EditorDiagnostic {
  from: number;
  to: number;
  severity: "error" | "warning" | "info";
  message: string;
}

export interface Callbacks {
  onText: (text: string) => void;
  onCursor: (line: number, offset: number) => void;
}

export interface Editor {
  /** Shows a tab's text; each tab keeps its own cursor and history of changes. */
  show: (tab: number, text: string, colouring: Colouring) => void;
  mark: (lines: readonly MarkedLine[]) => void;
  diagnose: (diagnostics: readonly EditorDiagnostic[]) => void;
  reveal: (line: number) => void;
  /** Goes on writing at this place of the text. */
  focusAt: (from: number, to: number) => void;
  focus: () => void;
  destroy: () => void;
}

const setMarks = StateEffect.define<readonly MarkedLine[]>();

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    let now = decorations.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) now = decorate(transaction.state, effect.value);
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** With `isReadOnly` nothing can be written, and a tap brings up no keyboard; lines can still be chosen. */
export function createEditor(host: HTMLElement, callbacks: Callbacks, isReadOnly = false): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const language = new Compartment();
  const states = new Map<number, EditorState>();
  let tab = -1;
  let colouring: Colouring = "plain";
  let isQuiet = false;

  const listener = EditorView.updateListener.of((update) => {
    if (isQuiet) return;
    if (update.docChanged) callbacks.onText(update.state.doc.toString());
    // Only a person moves the cursor; text that comes from elsewhere does not choose a node.
    if (update.selectionSet && update.transactions.some((one) => one.isUserEvent("select"))) {
      const head = update.state.selection.main.head;
      callbacks.onCursor(update.state.doc.lineAt(head).number, head);
    }
  });

  const stateOf = (text: string, colours: Colouring) =>
    EditorState.create({ doc: text, extensions: [...BASICS, isReadOnly ? READ_ONLY : [], language.of(languageOf(colours)), listener] });

  const view = new EditorView({ state: stateOf("", "plain"), parent: root, root });

  const quietly = (work: () => void) => {
    isQuiet = true;
    try {
      work();
    } finally {
      isQuiet = false;
    }
  };

  return {
    show(next, text, colours) {
      if (next !== tab) {
        if (tab >= 0) states.set(tab, view.state);
        tab = next;
        colouring = colours;
        const kept = states.get(next);
        quietly(() => view.setState(kept?.doc.toString() === text ? kept : stateOf(text, colours)));
        quietly(() => view.dispatch({ effects: language.reconfigure(languageOf(colours)) }));
        return;
      }
      if (view.state.doc.toString() !== text) {
        quietly(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
      }
      if (colours !== colouring) {
        colouring = colours;
        quietly(() => view.dispatch({ effects: language.reconfigure(languageOf(colours)) }));
      }
    },
    mark(lines) {
      quietly(() => view.dispatch({ effects: setMarks.of(lines) }));
    },
    diagnose(diagnostics) {
      // What is unsure may be a whole method: waves under all of it would be read as faults in each line.
      const endOf = ({ from, severity }: EditorDiagnostic, length: number) =>
        severity === "error" ? length : view.state.doc.lineAt(from).to;
      const length = view.state.doc.length;
      const sound: Diagnostic[] = diagnostics
        .filter(({ from }) => from <= length)
        .map((one) => ({ ...one, to: Math.min(Math.max(one.to, one.from), endOf(one, length)) }));
      quietly(() => view.dispatch(setDiagnostics(view.state, sound)));
    },
    reveal(line) {
      if (line < 1 || line > view.state.doc.lines) return;
      const at = view.state.doc.line(line).from;
      view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "center" }) });
    },
    focusAt(from, to) {
      const length = view.state.doc.length;
      quietly(() => view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) }, scrollIntoView: true }));
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function decorate(state: EditorState, lines: readonly MarkedLine[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const inOrder = [...lines].sort((left, right) => left.line - right.line || Number(left.isCaller) - Number(right.isCaller));
  let last = 0;
  for (const { line, isCaller } of inOrder) {
    if (line === last || line > state.doc.lines) continue;
    last = line;
    const at = state.doc.line(line).from;
    builder.add(at, at, Decoration.line({ class: isCaller ? "tv-caller" : "tv-chosen" }));
  }
  return builder.finish();
}

function languageOf(colouring: Colouring): Extension {
  if (colouring === "java") return java();
  if (colouring === "plain") return [];
  return StreamLanguage.define(colouring === "kotlin" ? kotlin : scala);
}

const HIGHLIGHTS = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.character, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.className, tags.annotation, tags.meta], color: "var(--code-type)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--code-number)" },
]);

const LOOK = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--type-code)", lineHeight: "20px", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--text)" },
  ".cm-line": { padding: "0 12px 0 4px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--text-quiet)", border: "none", paddingLeft: "4px" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 4px", minWidth: "28px" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--text) 4%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 24%, transparent)",
  },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--accent) 14%, transparent)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--accent)",
    color: "inherit",
  },
  ".tv-chosen": { backgroundColor: "var(--accent-ground) !important", boxShadow: "inset 3px 0 0 var(--accent)" },
  ".tv-caller": { boxShadow: "inset 3px 0 0 color-mix(in srgb, var(--accent) 50%, transparent)" },
  ".cm-gutter-lint": { width: "16px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "4px 2px" },
  ".cm-lint-marker": { boxSizing: "border-box", width: "12px", height: "12px" },
  ".cm-lint-marker-error": { content: "none", borderRadius: "50%", background: "var(--bad)" },
  ".cm-lint-marker-warning": { content: "none", borderRadius: "2px", transform: "rotate(45deg) scale(.8)", background: "var(--warn)" },
  ".cm-lint-marker-info": { content: "none", border: "2px solid var(--accent)", borderRadius: "50%" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad) 1px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn) 1px" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--accent) 1px" },
  ".cm-tooltip": {
    maxWidth: "420px",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    background: "var(--surface)",
    color: "var(--text)",
    boxShadow: "0 8px 24px rgb(0 0 0 / 16%)",
  },
  ".cm-diagnostic": { padding: "8px 12px", border: "none", font: "13px/20px var(--type)", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--bad)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warn)" },
  ".cm-diagnostic-info": { borderLeft: "3px solid var(--accent)" },
  ".cm-panels": { background: "var(--ground)", color: "var(--text)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-textfield": { border: "1px solid var(--line)", borderRadius: "4px", background: "var(--surface)", color: "var(--text)" },
  ".cm-button": { border: "1px solid var(--line)", borderRadius: "4px", background: "var(--surface)", backgroundImage: "none", color: "var(--text)" },
});

/** Without a cursor nothing else shows that it has the focus. */
const READ_ONLY: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.theme({ "&.cm-editor:has(.cm-content:focus-visible)": { outline: "2px solid var(--accent)", outlineOffset: "-2px" } }),
];

const BASICS: Extension[] = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of("    "),
  bracketMatching(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search(),
  lintGutter(),
  marks,
  keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
  syntaxHighlighting(HIGHLIGHTS),
  EditorView.contentAttributes.of({ "aria-label": "Program or describe() text", tabindex: "0", spellcheck: "false", autocorrect: "off", autocapitalize: "off" }),
  LOOK,
];
