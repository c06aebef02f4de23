// Puts what a share link shows into its page, in the place of the same as text.

import { mount } from "svelte";

import { Trouble, fetchShared } from "./api/client";
import { SharedAnalysis } from "./views/shared/analysis.svelte";
import SharedBar from "./views/shared/SharedBar.svelte";
import SharedPage from "./views/shared/SharedPage.svelte";
import "./parts.css";
import "./workbench.css";
import "./shared.css";

async function start(top: HTMLElement, main: HTMLElement, link: string): Promise<void> {
  const reading = document.getElementById("reading");
  try {
    const viewer = new SharedAnalysis(await fetchShared(link), link, location);
    mount(SharedBar, { target: top, props: { viewer } });
    mount(SharedPage, { target: main, props: { viewer } });
    document.body.classList.add("is-explored");
  } catch (error) {
    // The text says the same.
    reading?.classList.remove("before-island");
    if (!(error instanceof Trouble)) throw error;
  }
}

const top = document.getElementById("shared-top");
const main = document.getElementById("shared");
const link = main?.dataset["link"];
if (top && main && link) void start(top, main, link);
