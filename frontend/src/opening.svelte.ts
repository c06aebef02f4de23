// Whole modules: a folder or an archive is read, and takes the place of what is on the page.

import { Trouble, openArchive } from "./api/client";
import type { Limits, SourceText } from "./api/types";
import { filesBelow, filesChosen, readFiles, readFolder, type Candidate } from "./lib/folders";
import { countOf, isArchive, isOfTests, isWanted, megabytes, notRead, readAs, tooManyFiles, tooMuch, type Taken } from "./model/intake";

/** What takes the files that are read. */
export interface Taker {
  readonly limits: Limits;
  readonly isEmpty: boolean;
  readonly files: { readonly all: readonly SourceText[] };
  /** Counts the programs that took the place of others. */
  readonly programs: number;
  announcement: string;
  /** Puts files beside those that are here. Gives the names of which there is another text now. */
  addFiles(files: readonly SourceText[]): string[];
  /** Puts a whole program in the place of what is here. */
  replaceBy(files: readonly SourceText[]): void;
}

export type Progress =
  | { phase: "idle" }
  | { phase: "reading"; name: string; sentence: string }
  | { phase: "failed"; title: string; detail: string; program: number }
  | { phase: "done"; title: string; notes: string[]; isReplaced: boolean; program: number };

const PASTE = "Paste the part that builds the topology.";
const OPEN_OTHERS = "Open files of Java, Kotlin or Scala, settings, or a text with Topology.describe().";

export class Opening {
  progress = $state.raw<Progress>({ phase: "idle" });
  /** Opens the browser's own dialogs, once the page has them. */
  picker: { files: () => void; folder: (() => void) | null } | null = $state.raw(null);
  private current: AbortController | null = null;

  constructor(private readonly taker: Taker) {}

  /** Takes what was dropped: one folder or archive, or files that stand for themselves. */
  drop(data: DataTransfer): void {
    // The browser forgets what was dropped as soon as this call ends.
    const entries = [...data.items].map((one) => one.webkitGetAsEntry()).filter((one) => one !== null);
    if (entries.some((one) => one.isDirectory)) this.readEntries(entries);
    else this.choose([...data.files]);
  }

  /** Takes chosen files, or an archive. */
  choose(files: readonly File[]): void {
    const archive = files.find(({ name }) => isArchive(name));
    if (archive !== undefined) void this.unpack(archive, files.filter((one) => one !== archive));
    else if (files.length > 0) void this.add(files);
  }

  /** Takes a folder that was chosen. */
  chooseFolder(files: readonly File[]): void {
    const name = files[0]?.webkitRelativePath.split("/")[0] || "The folder";
    // Browsers that choose no folders give files without a path.
    if (files.every((one) => one.webkitRelativePath === "")) return this.choose(files);
    void this.run(name, (signal) => this.readAll(filesChosen(files), signal));
  }

  cancel(): void {
    this.current?.abort(new Error("cancelled"));
    this.dismiss();
  }

  /** Says that something could not be opened. */
  complain(title: string, detail: string): void {
    this.fail(title, detail);
  }

  dismiss(): void {
    this.current = null;
    this.progress = { phase: "idle" };
  }

  private readEntries(entries: readonly FileSystemEntry[]): void {
    const name = entries.length === 1 ? (entries[0]?.name ?? "") : countOf(entries.length, "folder");
    void this.run(name, async (signal) => {
      const found = await filesBelow(entries, signal, (count) => this.say(`${countOf(count, "file")} found`));
      const { files, notes } = await this.readAll(found, signal);
      const others = entries.filter((one) => one.isFile && !isWanted(one.name)).map((one) => one.name);
      return { files, notes: [...notes, ...notRead(others, "open it by itself")] };
    });
  }

  private async readAll(candidates: readonly Candidate[], signal: AbortSignal): Promise<Taken> {
    const own = candidates.filter(({ path }) => !isOfTests(path)).length;
    if (own > this.taker.limits.files) throw tooLarge(tooManyFiles(own, this.taker.limits));
    const say = (read: number) => this.say(`${read} of ${countOf(candidates.length, "file")} read`);
    return readFolder(candidates, this.taker.limits.file_bytes, signal, say);
  }

  private async unpack(archive: File, others: readonly File[]): Promise<void> {
    await this.run(archive.name, async (signal) => {
      const most = this.taker.limits.archive_bytes;
      if (archive.size > most) throw tooLarge(`It has ${megabytes(archive.size)}, and ${megabytes(most)} are taken.`);
      const sent = (share: number) => this.say(share < 1 ? `${Math.round(share * 100)} % sent` : "Unpacking");
      const { files, notes } = await openArchive(archive, sent, signal).catch((error: unknown) => {
        throw error instanceof Trouble && error.status === 413 ? tooLarge(error.detail) : error;
      });
      return { files, notes: [...notes, ...notRead(others.map(({ name }) => name), "one archive is opened at a time")] };
    });
  }

  /** Files that are chosen one by one stand beside what is here. */
  private async add(files: readonly File[]): Promise<void> {
    const candidates = files.map((one) => ({ path: one.name, file: () => Promise.resolve(one) }));
    const name = files.length === 1 ? (files[0]?.name ?? "") : "The files";
    const read = (signal: AbortSignal) => readFiles(candidates, this.taker.limits.file_bytes, signal, () => undefined);
    const isLarge = files.some(({ size }) => size > this.taker.limits.file_bytes);
    await this.run(name, read, (taken) => this.takeBeside(taken, isLarge ? PASTE : OPEN_OTHERS));
  }

  private takeBeside({ files, notes }: Taken, next: string): void {
    const written = files.filter(({ text }) => text.trim() !== "");
    const said = [...notes, ...notRead(files.filter((one) => !written.includes(one)).map(({ name }) => name), "empty")];
    const why = tooMuch([...(this.taker.isEmpty ? [] : this.taker.files.all), ...written], this.taker.limits);
    if (why !== null) return this.fail("Too much at once", `${why} Open fewer.`);
    this.dismiss();
    if (written.length === 0) return this.fail("Nothing could be read", [...said, next].join(" "));
    const replaced = this.taker.addFiles(written);
    const all = [...readAs(written), ...replacedBy(replaced), ...said];
    if (notes.length > 0) return this.fail("Not everything could be read", [...all, next].join(" "));
    if (all.length === 0) return;
    const title = written.length === 1 ? (written[0]?.name ?? "") : countOf(written.length, "file");
    this.progress = { phase: "done", title, notes: all, isReplaced: replaced.length > 0, program: this.taker.programs };
    this.taker.announcement = `${title}. ${all.join(" ")}`;
  }

  /** Reads files and takes them: as a module in the place of what is here, unless something newer has begun. */
  private async run(
    name: string,
    read: (signal: AbortSignal) => Promise<Taken>,
    take = (taken: Taken) => this.take(name, taken),
  ): Promise<void> {
    const signal = this.begin(name);
    try {
      const taken = await read(signal);
      signal.throwIfAborted();
      take(taken);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Trouble) this.fail(`${name} cannot be opened`, `${error.detail} ${error.nextStep}`);
      else this.fail(`${name} could not be read`, "The browser gives no access to it, or it was changed meanwhile. Try again.");
    }
  }

  private take(name: string, { files, notes }: Taken): void {
    if (files.length === 0) {
      const what = "There are no Java, Kotlin or Scala files, settings or build files in it";
      const next = "Choose the folder that holds src, or a file with the text of Topology.describe().";
      return this.fail(`Nothing to read in ${name}`, [`${what}.`, ...notes, next].join(" "));
    }
    const why = tooMuch(files, this.taker.limits);
    if (why !== null) throw tooLarge(why);
    const isReplaced = !this.taker.isEmpty;
    this.taker.replaceBy(files);
    this.current = null;
    this.progress = { phase: "done", title: `${name}: ${countOf(files.length, "file")}`, notes: [...readAs(files), ...notes], isReplaced, program: this.taker.programs };
    this.taker.announcement = `${countOf(files.length, "file")} of ${name} are here. ${notes.join(" ")}`;
  }

  private begin(name: string): AbortSignal {
    this.current?.abort(new Error("something newer came"));
    this.current = new AbortController();
    this.progress = { phase: "reading", name, sentence: "" };
    return this.current.signal;
  }

  private say(sentence: string): void {
    if (this.progress.phase === "reading") this.progress = { ...this.progress, sentence };
  }

  private fail(title: string, detail: string): void {
    this.current = null;
    this.progress = { phase: "failed", title, detail, program: this.taker.programs };
  }
}

/** Says which files took the place of those of the same names. */
function replacedBy(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > 1 ? ` and ${names.length - 1} more` : "";
  return [`Replaced by the newer text: ${names[0]}${more}.`];
}

function tooLarge(why: string): Trouble {
  return new Trouble("Too large", why, "Open one module of it, such as the folder that holds its src.", 0);
}
