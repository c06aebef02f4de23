// The programs of this device that were worked on last.

import { all, onShelf, remove, removeAll } from "./lib/shelf";
import { listed, type Kept } from "./model/kept";

/** Wait before the list is read again; a draft changes with every key. */
const PAUSE = 300;

export class Recents {
  /** Null until it is known. */
  list = $state.raw<Kept[] | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Keeps the list true while somebody sees it. Gives what ends that. */
  follow(): () => void {
    void this.read();
    const end = onShelf(() => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.read(), PAUSE);
    });
    return () => {
      clearTimeout(this.timer);
      end();
    };
  }

  async remove(id: string): Promise<void> {
    this.list = this.list?.filter((one) => one.id !== id) ?? null;
    await remove(id);
  }

  async removeAll(): Promise<void> {
    this.list = [];
    await removeAll();
  }

  private async read(): Promise<void> {
    this.list = listed(await all());
  }
}
