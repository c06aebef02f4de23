// A picture of the server that follows what is wanted: the old one stays until the new one is there.

import { Trouble, fetchPicture } from "../api/client";
import { readPicture, type Picture } from "../lib/picture";

const MOST_KEPT = 24;

export class Pictures {
  drawn = $state.raw<{ picture: Picture; address: string; subject: string } | null>(null);
  /** Why there is no new one, in a sentence. */
  trouble = $state("");
  isDrawing = $state(false);
  private readonly pictures = new Map<string, Picture>();

  /** Shows the picture of an address as soon as it is there, unless the signal says that another is wanted. */
  async load(address: string, subject: string, signal: AbortSignal): Promise<void> {
    const known = this.pictures.get(address);
    if (known) return this.show(known, address, subject);
    this.isDrawing = true;
    try {
      const picture = readPicture(await fetchPicture(address, signal));
      if (signal.aborted) return;
      this.pictures.set(address, picture);
      const [oldest] = this.pictures.keys();
      if (this.pictures.size > MOST_KEPT && oldest !== undefined) this.pictures.delete(oldest);
      this.show(picture, address, subject);
    } catch (error) {
      if (signal.aborted) return;
      this.trouble = error instanceof Trouble ? error.detail : "The picture cannot be read.";
      this.isDrawing = false;
    }
  }

  private show(picture: Picture, address: string, subject: string): void {
    this.drawn = { picture, address, subject };
    this.trouble = "";
    this.isDrawing = false;
  }
}
