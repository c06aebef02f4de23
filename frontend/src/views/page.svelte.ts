// Which dialog is open; the top bar and the page below it both know.

export class Page {
  dialog = $state<"share" | "markdown" | "keep" | "help" | null>(null);
}
