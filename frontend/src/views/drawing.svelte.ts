// The picture on show, and how it follows what is wanted: the old one stays until the new one is there.

import { Trouble, fetchPicture } from "../api/client";
import { readPicture, type Picture } from "../lib/picture";
import { questionOf, type Wanted } from "../model/pictures";
import type { Space } from "../model/selection";
import type { Viewer } from "../viewer.svelte";

export interface Drawn {
  picture: Picture;
  /** What is drawn, however it is folded. */
  subject: string;
  /** Exactly which picture it is. */
  key: string;
  space: Space;
  analysis: string;
}

const KEPT = 24;

export class Drawing {
  drawn = $state.raw<Drawn | null>(null);
  trouble = $state.raw<{ title: string; detail: string; nextStep: string } | null>(null);
  isDrawing = $state(false);
  private readonly pictures = new Map<string, Picture>();

  static subjectOf(wanted: Wanted, index: number): string {
    return `${wanted.view}@${index}`;
  }

  static keyOf(analysis: string, wanted: Wanted, index: number): string {
    return `${analysis}/${index}?${new URLSearchParams(questionOf(wanted)).toString()}`;
  }

  /** Shows a picture of an analysis as soon as it is there, unless the signal says that another is wanted. */
  async load(viewer: Viewer, analysis: string, wanted: Wanted, index: number, signal: AbortSignal): Promise<void> {
    const key = Drawing.keyOf(analysis, wanted, index);
    const show = (picture: Picture) => {
      this.drawn = { picture, subject: Drawing.subjectOf(wanted, index), key, space: wanted.space, analysis };
      this.trouble = null;
      this.isDrawing = false;
    };
    const known = this.pictures.get(key);
    if (known) return show(known);
    this.isDrawing = true;
    try {
      const picture = readPicture(await fetchPicture(viewer.formAddress("svg", questionOf(wanted), index), signal));
      if (signal.aborted) return;
      this.keep(key, picture);
      show(picture);
    } catch (error) {
      if (signal.aborted) return;
      this.isDrawing = false;
      this.trouble =
        error instanceof Trouble
          ? { title: error.title, detail: error.detail, nextStep: error.nextStep }
          : { title: "The picture cannot be shown", detail: String(error), nextStep: "The text view has the same content." };
    }
  }

  forget(): void {
    this.trouble = null;
  }

  private keep(key: string, picture: Picture): void {
    this.pictures.set(key, picture);
    const [oldest] = this.pictures.keys();
    if (this.pictures.size > KEPT && oldest !== undefined) this.pictures.delete(oldest);
  }
}
