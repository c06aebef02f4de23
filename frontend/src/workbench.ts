// Puts the workbench into its page: the controls into the bar at the top, the rest below it.

import { mount } from "svelte";

import type { Initial } from "./api/types";
import { fetchVersions } from "./api/client";
import { Bench } from "./bench.svelte";
import { readVersions } from "./model/versions";
import { Opening } from "./opening.svelte";
import { Panes } from "./panes.svelte";
import TopBar from "./views/TopBar.svelte";
import Workbench from "./views/Workbench.svelte";
import { Page } from "./views/page.svelte";
import "./parts.css";
import "./workbench.css";

function start(top: HTMLElement, main: HTMLElement): void {
  const initial = JSON.parse(document.getElementById("initial")?.textContent || "{}") as Initial;
  const bench = new Bench(initial, location.search);
  addEventListener("pagehide", () => bench.keepDraft());
  const opening = new Opening(bench);
  const page = new Page();
  // A report leads back here for another upload.
  if (location.hash === "#lag" && initial.analysis) bench.go({ view: "lag" });
  if (!initial.versions) {
    fetchVersions().then(
      (answer) => (bench.versions = readVersions(answer)),
      () => undefined, // the standard version stays the only choice
    );
  }
  mount(TopBar, {
    target: top,
    props: {
      bench,
      opening,
      onshare: () => (page.dialog = "share"),
      onhelp: () => (page.dialog = "help"),
    },
  });
  mount(Workbench, { target: main, props: { bench, opening, page, panes: new Panes(initial.analysis != null) } });
}

const top = document.getElementById("workbench-top");
const main = document.getElementById("workbench");
if (top && main) start(top, main);
