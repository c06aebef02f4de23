// Puts a lag report into its page.

import { mount } from "svelte";

import type { InitialReport } from "./api/lagTypes";
import { Report } from "./report.svelte";
import ReportPage from "./views/lag/ReportPage.svelte";
import "./parts.css";
import "./report.css";

const target = document.getElementById("report");
const initial = document.getElementById("initial")?.textContent;
if (target && initial) {
  // What stands there is for those without scripts.
  target.replaceChildren();
  mount(ReportPage, { target, props: { report: new Report(JSON.parse(initial) as InitialReport) } });
}
