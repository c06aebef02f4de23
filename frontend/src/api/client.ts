// The only place that talks to the server.

import type { ComparisonDocument, ComparisonQuestion, SourcedAnalysis } from "./compareTypes";
import type { ListedReport, ReportDocument } from "./lagTypes";
import type { ExplainedLog } from "./logTypes";
import type { ScenarioDocument, ScenarioQuestion } from "./scenarioTypes";
import type { EventsPage, EventState, Lanes, SimulationDocument, SimulationQuestion } from "./simulationTypes";
import type { AssignmentDocument, NamedAnswer, Question } from "./taskTypes";
import type { AnalysisDocument, ArchiveDocument, Example, Note, Settings, ShareLink, SharedDocument, SourceText, Status } from "./types";

const BASE = "/api/v1";

/** What went wrong, in the server's words where it has any: what happened and what to do next. */
export class Trouble extends Error {
  constructor(
    readonly title: string,
    readonly detail: string,
    readonly nextStep: string,
    readonly status: number,
    /** What is wrong with single members of what was sent. */
    readonly errors: readonly { field: string; detail: string }[] = [],
  ) {
    super(`${title}: ${detail}`);
  }
}

export interface Request {
  files: SourceText[];
  settings: Settings;
  preview: boolean;
}

/** Tells this page from others of the same visitor, whose previews go on. */
const EDITOR = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
/** What is compared with the text in the editor takes no preview of that text away. */
const BESIDE = EDITOR.split("").reverse().join("").slice(1);

/** Asks for an analysis; the answer is what is known after this many seconds. Throws Trouble. */
export function submit(request: Request, signal: AbortSignal, waitSeconds: number, isBeside = false): Promise<AnalysisDocument> {
  const body = JSON.stringify({ ...request, editor: isBeside ? BESIDE : EDITOR });
  return send(`${BASE}/analyses?wait=${waitSeconds}`, { method: "POST", body, signal });
}

/** Throws Trouble. */
export function fetchAnalysis(id: string, signal?: AbortSignal): Promise<AnalysisDocument> {
  return send(`${BASE}/analyses/${id}`, signal ? { signal } : {});
}

/** Gives an analysis with the text that it was made from. Throws Trouble. */
export function fetchSourced(id: string, signal: AbortSignal): Promise<SourcedAnalysis> {
  return send(`${BASE}/analyses/${id}?source=1`, { signal });
}

/** Throws Trouble. */
export async function cancelAnalysis(id: string): Promise<void> {
  await send(`${BASE}/analyses/${id}/cancel`, { method: "POST", body: "{}" });
}

/** What a link can show. */
export type Shared =
  | { analysis: string }
  | { lag_report: string }
  | { assignment: string }
  | { scenario: string }
  | { simulation: string }
  | { comparison: string }
  | { project: string; revision?: number };

/** How a link is wished for: until when, and with which password; an empty one is none. */
export interface LinkWish {
  days: number | null;
  expires: string | null;
  password: string;
}

/** Throws Trouble. */
export function createShareLink(shared: Shared, { days, expires, password }: LinkWish): Promise<ShareLink> {
  const body = JSON.stringify({ ...shared, expires_in_days: days, expires, ...(password === "" ? {} : { password }) });
  return send(`${BASE}/share-links`, { method: "POST", body });
}

/**
 * Makes copies of analyses in which every name of the program is replaced, alike in all of them, and waits for them.
 * Gives their ids. Throws Trouble.
 */
export async function replaceNames(analyses: readonly string[]): Promise<string[]> {
  const { signal } = new AbortController();
  const made = await send<{ analyses: { url: string }[] }>(`${BASE}/renamed`, { method: "POST", body: JSON.stringify({ analyses }) });
  const copies: string[] = [];
  for (const { url } of made.analyses) {
    const document = await ended(await send<AnalysisDocument & { url: string }>(`${url}?wait=5`, {}), signal);
    if (document.result == null) {
      throw new Trouble("The names could not be replaced", document.reason?.sentence ?? "The copy was not read.", document.reason?.next_step ?? TRY_AGAIN, 0);
    }
    copies.push(document.id);
  }
  return copies;
}

/** Asks who gets which task, and has the picture drawn with it; the answer is what is known after some seconds. Throws Trouble. */
export function ask(analysis: string, topology: number, question: Question, picture: string, signal: AbortSignal): Promise<AssignmentDocument> {
  const body = JSON.stringify({ ...question, topology });
  return answered<AssignmentDocument>(`${BASE}/analyses/${analysis}/assignments?wait=5${picture === "" ? "" : `&${picture}`}`, body, signal);
}

/** Asks what happens over time; `onwait` gets what there is until the answer is there. Throws Trouble. */
export function askScenario(
  analysis: string,
  topology: number,
  question: ScenarioQuestion,
  signal: AbortSignal,
  onwait: (document: ScenarioDocument) => void,
): Promise<ScenarioDocument> {
  const body = JSON.stringify({ ...question, topology });
  return answered<ScenarioDocument>(`${BASE}/analyses/${analysis}/scenarios?wait=1`, body, signal, onwait);
}

/** Asks what happens to records; `onwait` gets what there is until the answer is there. Throws Trouble. */
export function askSimulation(
  analysis: string,
  topology: number,
  question: SimulationQuestion,
  signal: AbortSignal,
  onwait: (document: SimulationDocument) => void,
): Promise<SimulationDocument> {
  const body = JSON.stringify({ ...question, topology });
  return answered<SimulationDocument>(`${BASE}/analyses/${analysis}/simulations?wait=1`, body, signal, onwait);
}

/** Gives events of a run; `asked` says which, and from where on. Throws Trouble. */
export function fetchEvents(events: string, asked: Record<string, string>, signal?: AbortSignal): Promise<EventsPage> {
  return send(`${events}?${new URLSearchParams(asked).toString()}`, signal ? { signal } : {});
}

/** Says what lines of a log mean, and which events of a run behind a number they belong to. Throws Trouble. */
export function explainLog(question: { text: string; simulation: string; after: number }, signal: AbortSignal): Promise<ExplainedLog> {
  return send(`${BASE}/log-lines/explanations`, { method: "POST", body: JSON.stringify(question), signal });
}

/** Gives the tasks of an event as they are just after it. Throws Trouble. */
export function fetchEventState(event: string, signal: AbortSignal): Promise<EventState> {
  return send(event, { signal });
}

/** Gives an interval of a run as pictures show it, in at most so many spans. Throws Trouble. */
export function fetchLanes(lanes: string, asked: Record<string, string>, signal: AbortSignal): Promise<Lanes> {
  return send(`${lanes}?${new URLSearchParams(asked).toString()}`, { signal });
}

/** Gives a text, such as the records of a run. Throws Trouble. */
export async function fetchText(address: string): Promise<string> {
  return (await reach(address, {})).text();
}

/** Asks what changes between two versions, and has the picture drawn with it; `onwait` gets what there is until the answer is there. Throws Trouble. */
export function askComparison(question: ComparisonQuestion, picture: string, signal: AbortSignal, onwait: (document: ComparisonDocument) => void): Promise<ComparisonDocument> {
  return answered<ComparisonDocument>(`${BASE}/comparisons?wait=1${picture === "" ? "" : `&${picture}`}`, JSON.stringify(question), signal, onwait);
}

/** Asks a question, and goes on asking until it is answered. */
async function answered<T extends { url: string; status: Status }>(to: string, body: string, signal: AbortSignal, onwait?: (document: T) => void): Promise<T> {
  return ended(await send<T>(to, { method: "POST", body, signal }), signal, onwait);
}

/** Goes on asking for something until the work on it has ended. */
async function ended<T extends { url: string; status: Status }>(first: T, signal: AbortSignal, onwait?: (document: T) => void): Promise<T> {
  let document = first;
  for (let wait = 60; document.status === "queued" || document.status === "running"; wait = Math.min(wait * 1.3, 800)) {
    onwait?.(document);
    await pause(wait, signal);
    document = await send<T>(`${document.url}?wait=${onwait ? 1 : 5}`, { signal });
  }
  return document;
}

/** Ends the work on an answer. Throws Trouble. */
export async function cancelAnswer(url: string): Promise<void> {
  await send(`${url}/cancel`, { method: "POST", body: "{}" });
}

/** Keeps an answer under a name. Throws Trouble. */
export async function keepAnswer(url: string, name: string): Promise<void> {
  await send(url, { method: "PATCH", body: JSON.stringify({ name }) });
}

/** Gives an answer that was kept. Throws Trouble. */
export function fetchAnswer<T extends AssignmentDocument | ScenarioDocument | SimulationDocument | ComparisonDocument>(url: string): Promise<T> {
  return send(url, {});
}

/** Deletes an answer with all links to it. Throws Trouble. */
export async function deleteAnswer(url: string): Promise<void> {
  await send(url, { method: "DELETE" });
}

/** Lists the answers about an analysis that have a name. Throws Trouble. */
export async function fetchNamedAssignments(analysis: string): Promise<NamedAnswer[]> {
  return (await send<{ assignments: NamedAnswer[] }>(`${BASE}/analyses/${analysis}/assignments`, {})).assignments;
}

/** Lists the scenarios of an analysis that have a name. Throws Trouble. */
export async function fetchNamedScenarios(analysis: string): Promise<NamedAnswer[]> {
  return (await send<{ scenarios: NamedAnswer[] }>(`${BASE}/analyses/${analysis}/scenarios`, {})).scenarios;
}

/** Lists the runs of an analysis that have a name. Throws Trouble. */
export async function fetchNamedSimulations(analysis: string): Promise<NamedAnswer[]> {
  return (await send<{ simulations: NamedAnswer[] }>(`${BASE}/analyses/${analysis}/simulations`, {})).simulations;
}

/** Lists the comparisons with an analysis that have a name. Throws Trouble. */
export async function fetchNamedComparisons(analysis: string): Promise<NamedAnswer[]> {
  return (await send<{ comparisons: NamedAnswer[] }>(`${BASE}/analyses/${analysis}/comparisons`, {})).comparisons;
}

/** A project of the visitor's teams, and a revision of one, as far as pages need them. */
interface NamedProject {
  name: string;
  url: string;
}
export interface KeptRevision {
  number: number;
  page: string;
}

/** Names the projects that a program may go to, those that changed last first. Throws Trouble. */
export async function fetchProjects(): Promise<string[]> {
  return (await send<{ items: NamedProject[] }>(`${BASE}/projects?limit=200`, {})).items.map(({ name }) => name);
}

/** Makes an analysis the next revision of a project, which is made when its name is new. Throws Trouble. */
export async function keepInProject(analysis: string, name: string, vcs: { branch: string; message: string }): Promise<KeptRevision> {
  const { items } = await send<{ items: NamedProject[] }>(`${BASE}/projects?limit=200&name=${encodeURIComponent(name)}`, {});
  const there = items.find((one) => one.name === name);
  const project = there ?? (await send<NamedProject>(`${BASE}/projects`, { method: "POST", body: JSON.stringify({ name }) }));
  return send(`${project.url}/revisions`, { method: "POST", body: JSON.stringify({ analysis, vcs }) });
}

/** Writes a note on something of a revision. Throws Trouble. */
export async function writeNote(url: string, note: Pick<Note, "sort" | "name" | "text" | "revision">): Promise<Note> {
  const written = await send<Note>(url, { method: "POST", body: JSON.stringify(note) });
  return { ...written, name_there: written.name };
}

/** Asks how far a lag report is. Throws Trouble. */
export function fetchLagReport(url: string, signal: AbortSignal): Promise<ReportDocument> {
  return send(url, { signal });
}

/** The lag reports that the caller may see, the newest first. Throws Trouble. */
export async function listLagReports(signal: AbortSignal): Promise<ListedReport[]> {
  const page = await send<{ items: ListedReport[] }>(`${BASE}/lag-reports?sort=-created`, { signal });
  return page.items;
}

/** Throws Trouble. */
export async function cancelLagReport(url: string): Promise<void> {
  await send(`${url}/cancel`, { method: "POST", body: "{}" });
}

/** Deletes a report with its files and all links to it. Throws Trouble. */
export async function deleteLagReport(url: string): Promise<void> {
  await send(url, { method: "DELETE" });
}

export interface LagUpload {
  /** Id of a saved analysis, and which of its topologies. */
  analysis: string;
  topology: number;
  /** Lines such as orders=4, or nothing. */
  partitions: string;
  /** The group of captures that name none, or nothing. */
  applicationId: string;
  /** When a single look was taken, in ISO 8601, or nothing. */
  takenAt: string;
  files: readonly File[];
}

/** Says that a history of so many bytes is to come, so that the server gets ready; it may well fail. Throws Trouble. */
export async function announceLagHistory(size: number): Promise<void> {
  await send(`${BASE}/lag-reports/announcement`, { method: "POST", body: JSON.stringify({ bytes: size }) });
}

/** Sends a history of lag. Throws as `upload` does. */
export function uploadLagHistory(
  history: LagUpload,
  onprogress: (share: number) => void,
  signal: AbortSignal,
): Promise<ReportDocument> {
  const form = new FormData();
  form.set("analysis", history.analysis);
  form.set("topology", String(history.topology));
  form.set("partitions", history.partitions);
  if (history.applicationId) form.set("application_id", history.applicationId);
  if (history.takenAt) form.set("taken_at", history.takenAt);
  for (const file of history.files) form.append("file", file, file.name);
  return upload("lag-reports", form, onprogress, signal);
}

/** Sends an archive, and gives the files in it that may belong to a program. Throws as `upload` does. */
export function openArchive(file: File, onprogress: (share: number) => void, signal: AbortSignal): Promise<ArchiveDocument> {
  const form = new FormData();
  form.set("archive", file, file.name);
  return upload("archives", form, onprogress, signal);
}

/**
 * Sends files and says how much of them has gone, from 0 to 1. Not by fetch, which says nothing on the way.
 * Throws Trouble, or the signal's reason once that is aborted.
 */
function upload<T>(to: string, form: FormData, onprogress: (share: number) => void, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener("abort", stop, { once: true });
    request.upload.onprogress = (event) => event.lengthComputable && onprogress(event.loaded / Math.max(event.total, 1));
    request.onabort = () => reject(signal.reason as Error);
    request.onerror = () => {
      reject(new Trouble("No connection", "The upload did not reach the server.", "Your files are kept here. Try again.", 0));
    };
    request.onload = () => {
      signal.removeEventListener("abort", stop);
      if (request.status < 200 || request.status >= 300) return reject(troubleOfText(request.status, request.responseText));
      try {
        resolve(JSON.parse(request.responseText) as T);
      } catch {
        reject(new Trouble("That did not work", "The server's answer cannot be read.", TRY_AGAIN, request.status));
      }
    };
    request.open("POST", `${BASE}/${to}`);
    request.setRequestHeader("Accept", "application/json, application/problem+json");
    request.setRequestHeader("X-CSRFToken", csrfToken());
    if (signal.aborted) return reject(signal.reason as Error);
    request.send(form);
  });
}

/** Throws Trouble. */
export function fetchVersions(): Promise<unknown> {
  return send(`${BASE}/versions`, {});
}

/** Throws Trouble. */
export async function fetchExamples(): Promise<Example[]> {
  const answer = await send<Example[] | { examples: Example[] }>(`${BASE}/examples`, {});
  return Array.isArray(answer) ? answer : answer.examples;
}

export type Form = "svg" | "png" | "pdf" | "excalidraw" | "dot" | "mmd" | "puml" | "md" | "txt" | "json";

/** The address of an analysis in one form; `question` says which view and what is folded in it. */
export function formAddress(id: string, form: Form, question: Record<string, string>, topology: number): string {
  return `${BASE}/analyses/${id}/topology.${form}?${formQuery(question, topology)}`;
}

export function formQuery(question: Record<string, string>, topology: number): string {
  return new URLSearchParams({ ...question, topology: String(topology) }).toString();
}

/** Gives what a share link shows. Throws Trouble. */
export function fetchShared(link: string, signal?: AbortSignal): Promise<SharedDocument> {
  return send(`${link}/analysis.json`, signal ? { signal } : {});
}

/** Gives a picture for this page, which has the letters that a picture else carries. Throws Trouble. */
export function fetchPicture(address: string, signal: AbortSignal): Promise<string> {
  return fetchForm(`${address}${address.includes("?") ? "&" : "?"}font=none`, signal);
}

/** Gives a text form. Throws Trouble. */
export async function fetchForm(address: string, signal: AbortSignal): Promise<string> {
  return (await whenMade(address, signal)).text();
}

export interface NamedFile {
  name: string;
  content: Blob;
}

/** Gives a form as a file, under the name that the server gives it. Throws Trouble. */
export async function fetchFile(address: string, signal: AbortSignal): Promise<NamedFile> {
  const response = await whenMade(address, signal);
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { name: name ?? "topology", content: await response.blob() };
}

/** Asks again while something is being made: the server itself waits a while. Throws Trouble. */
async function whenMade(address: string, signal: AbortSignal): Promise<Response> {
  for (let tries = 0; tries < 100; tries += 1) {
    const response = await reach(address, { signal });
    if (response.status !== 202) return response;
    await pause(300, signal);
  }
  throw new Trouble("Not ready", "The server has not made this within 30 seconds.", "Try again.", 504);
}

/** Waits; an abort ends it with the signal's reason. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
}

async function send<T>(address: string, options: RequestInit): Promise<T> {
  const response = await reach(address, options);
  return (response.status === 204 ? null : await response.json()) as T;
}

async function reach(address: string, options: RequestInit): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json, application/problem+json, */*" };
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (options.method !== undefined) headers["X-CSRFToken"] = csrfToken();
  let response: Response;
  try {
    response = await fetch(address, { ...options, headers, credentials: "same-origin" });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Trouble("No connection", "The server does not answer.", "Your text is kept here. Try again.", 0);
  }
  if (!response.ok) throw troubleOfText(response.status, await response.text().catch(() => ""));
  return response;
}

const TRY_AGAIN = "Try again. If it happens again, tell whoever runs this server.";

/** Reads an answer that says what went wrong, whatever came with it. */
function troubleOfText(status: number, answer: string): Trouble {
  try {
    const problem = JSON.parse(answer) as Record<string, unknown>;
    const text = (key: string, otherwise: string) => {
      const value = problem[key];
      return typeof value === "string" && value !== "" ? value : otherwise;
    };
    const nextStep = status === 429 ? "Wait a moment, then change the text again." : TRY_AGAIN;
    return new Trouble(
      text("title", "That did not work"),
      text("detail", `The server answered ${status}.`),
      text("next_step", nextStep),
      status,
      Array.isArray(problem["errors"]) ? (problem["errors"] as Trouble["errors"]) : [],
    );
  } catch {
    return new Trouble("That did not work", `The server answered ${status}.`, TRY_AGAIN, status);
  }
}

function csrfToken(): string {
  return document.querySelector<HTMLInputElement>("input[name=csrfmiddlewaretoken]")?.value ?? "";
}
