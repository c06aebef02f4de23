// The panes of a frame: which are open, how wide they are, and which is in front where there is room for one only.

import { innerWidth } from "svelte/reactivity/window";

import { UNSAID, isOpen, readOpen, readWidths, staysOpen, usualWidths, writeOpen, writeWidths, type Open, type Side, type Widths } from "./model/layout";

export type Place = "centre" | Side;

export class Panes {
  /** The pane in front on a phone. */
  front = $state<Place>("centre");
  widths = $state.raw<Widths>(readWidths(window.innerWidth));
  private chosen = $state.raw<Open>(readOpen(localStorage));
  /** How this tab stands, over a reload too. */
  private now = $state.raw<Open>(readOpen(sessionStorage));

  /** With `hasArrived` a program is there that nobody has written here; to one that is only read the text is an extra. */
  constructor(hasArrived = false, isOnlyRead = false) {
    if (!hasArrived || this.now !== UNSAID) return;
    if (isOnlyRead) this.stand("text", this.chosen.text === true);
    else this.arrived();
  }

  isOpen(side: Side): boolean {
    return isOpen(side, this.now, this.chosen, innerWidth.current ?? window.innerWidth);
  }

  /** Somebody opens or folds a pane, which is remembered. */
  toggle(side: Side): void {
    const next = !this.isOpen(side);
    this.chosen = { ...this.chosen, [side]: next };
    writeOpen(localStorage, this.chosen);
    this.stand(side, next);
  }

  /** Brings a pane into sight for something in it; that is not remembered. */
  show(place: Place): void {
    this.front = place;
    if (place !== "centre" && !this.isOpen(place)) this.stand(place, true);
  }

  /** A program came as files or as an example. */
  arrived(): void {
    this.front = "centre";
    this.stand("text", staysOpen(this.chosen, window.innerWidth));
  }

  /** There is nothing but the text that somebody writes now. */
  writing(): void {
    this.stand("text", true);
  }

  resize(change: Partial<Widths>): void {
    this.widths = { ...this.widths, ...change };
    writeWidths(this.widths);
  }

  resetWidth(side: Side): void {
    this.resize({ [side]: usualWidths(window.innerWidth)[side] });
  }

  private stand(side: Side, isOpen: boolean): void {
    this.now = { ...this.now, [side]: isOpen };
    writeOpen(sessionStorage, this.now);
  }
}
