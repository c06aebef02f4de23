// Puts the workbench into its page: the controls into the bar at the top, the rest below it.

import { mount } from "svelte";

import type { Initial } from "./api/types";
import type { Carried } from "./model/carried";
import { fetchVersions } from "./api/client";
import { Bench } from "./bench.svelte";
import { Owner, draftOfEntry, newId, rememberDraft } from "./lib/ownId";
import { find } from "./lib/shelf";
import type { Kept } from "./model/kept";
import { NOTHING_ASKED } from "./model/tasks/asked";
import { readVersions } from "./model/versions";
import { Opening } from "./opening.svelte";
import { Panes } from "./panes.svelte";
import TopBar from "./views/TopBar.svelte";
import Workbench from "./views/Workbench.svelte";
import { Page } from "./views/page.svelte";
import "./parts.css";
import "./workbench.css";

/** The draft that belongs here. What another page is writing is copied, so that neither overwrites the other. */
async function keptDraft(owner: Owner): Promise<Kept | null> {
  const id = draftOfEntry();
  const kept = id === null ? null : await find(id);
  if (id === null || kept === null) return null;
  owner.id = (await owner.isElsewhere(id)) ? newId() : id;
  rememberDraft(owner.id);
  return kept;
}

async function openCarried(bench: Bench, opening: Opening, carried: Promise<Carried>): Promise<void> {
  try {
    bench.openCarried(await carried);
  } catch (error) {
    opening.complain("This link cannot be opened", (error as Error).message);
  }
}

async function start(top: HTMLElement, main: HTMLElement): Promise<void> {
  const initial = JSON.parse(document.getElementById("initial")?.textContent || "{}") as Initial;
  const owner = new Owner();
  const isCarried = location.pathname === "/s";
  const { hash } = location;
  // What such a link carries becomes a draft of this device, and the address that of the workbench.
  if (isCarried) history.replaceState({ draft: null }, "", "/");
  const kept = initial.analysis || isCarried ? null : await keptDraft(owner);
  const bench = new Bench(initial, location.search, kept, owner);
  addEventListener("pagehide", () => bench.keepDraft());
  addEventListener("visibilitychange", () => bench.keepDraft());
  // The page of a revision leads here with what is known of its project.
  const deployment = initial.revision?.deployment;
  if (deployment) {
    const { shortened } = await import("./lib/pastes");
    const clusterText = deployment.cluster === "" ? null : shortened(deployment.cluster);
    bench.go({ asked: { ...NOTHING_ASKED, countsText: shortened(deployment.partitions), clusterText } });
  }
  const opening = new Opening(bench);
  if (isCarried) void import("./model/carried").then(({ unpack }) => openCarried(bench, opening, unpack(hash)));
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
      onmarkdown: () => {
        page.dialog = "markdown";
        return null;
      },
      onhelp: () => (page.dialog = "help"),
      onkeep: () => (page.dialog = "keep"),
    },
  });
  mount(Workbench, { target: main, props: { bench, opening, page, panes: new Panes(initial.analysis != null) } });
}

const top = document.getElementById("workbench-top");
const main = document.getElementById("workbench");
if (top && main) void start(top, main);
