// The files in the editor, which of them stand in its bar, and which is on show.

import type { SourceText } from "./api/types";
import { freshName, hasText, otherName } from "./model/files";
import { MOST_TABS } from "./model/names";
import { withPlainLineEnds } from "./model/places";

/** A file in the editor. Its id stays when it is renamed or moved. */
export interface Tab {
  id: number;
  name: string;
  text: string;
}

export class Files {
  all = $state.raw<Tab[]>([]);
  /** Those that stand in the bar where there are more files than it holds; the newest last. */
  opened = $state.raw<number[]>([]);
  readonly hasMany = $derived(this.all.length > MOST_TABS);
  readonly inBar = $derived(this.hasMany ? this.all.filter(({ id }) => this.opened.includes(id)) : this.all);
  readonly isEmpty = $derived(!hasText(this.all));

  private onShow = $state(0);
  private next = 1;

  get active(): number {
    return this.onShow;
  }

  set active(tab: number) {
    this.onShow = tab;
    if (!this.opened.includes(tab)) this.opened = [...this.opened, tab].slice(-MOST_TABS);
  }

  /** Those that somebody wrote in. */
  written(): Tab[] {
    return this.all.filter((tab) => tab.text.trim() !== "");
  }

  replaceBy(files: readonly SourceText[]): void {
    this.opened = [];
    this.all = files.map(({ name, text }) => ({ id: this.next++, name, text: withPlainLineEnds(text) }));
    this.active = this.all[0]?.id ?? 0;
  }

  /** Puts files beside those that are here; one of the same name makes room, for who opens a file again has changed it. */
  add(files: readonly SourceText[]): void {
    const names = new Set(files.map(({ name }) => name));
    // So does a first tab that nobody wrote in.
    let all = this.all.length === 1 && this.isEmpty && hasText(files) ? [] : this.all.filter(({ name }) => !names.has(name));
    for (const { name, text } of files) {
      all = [...all, { id: this.next++, name: otherName(name, all), text: withPlainLineEnds(text) }];
    }
    this.all = all;
    this.active = all.at(-1)?.id ?? this.active;
  }

  addEmpty(language: string): void {
    this.add([{ name: freshName(language, this.all), text: "" }]);
  }

  /** Gives whether the text is another now. */
  write(tab: number, text: string): boolean {
    const before = this.all.find(({ id }) => id === tab);
    if (before === undefined || before.text === text) return false;
    this.all = this.all.map((one) => (one.id === tab ? { ...one, text } : one));
    return true;
  }

  /** Gives whether the name could be taken. */
  rename(tab: number, name: string): boolean {
    const clean = name.trim();
    if (clean === "" || this.all.some((one) => one.name === clean)) return false;
    this.all = this.all.map((one) => (one.id === tab ? { ...one, name: clean } : one));
    return true;
  }

  /** Takes a file away; where there are many, only out of the bar. Gives whether the program is another now. */
  close(tab: number): boolean {
    const index = this.inBar.findIndex(({ id }) => id === tab);
    const left = this.inBar.filter(({ id }) => id !== tab);
    if (left.length === 0) return false;
    const isOneOfMany = this.hasMany;
    this.opened = this.opened.filter((id) => id !== tab);
    if (!isOneOfMany) this.all = left;
    if (this.active === tab) this.active = left[Math.max(index - 1, 0)]?.id ?? 0;
    return !isOneOfMany;
  }
}
