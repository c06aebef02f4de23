// What ECharts is told for each chart. Only its types are taken from it, so that it can be loaded later.

import type { BarSeriesOption, HeatmapSeriesOption, LineSeriesOption } from "echarts/charts";
import type {
  GridComponentOption,
  LegendComponentOption,
  MarkLineComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from "echarts/components";
import type { ComposeOption } from "echarts/core";

import { bucketTimes, type Line, type Measure } from "../model/lagSeries";
import { count, percent, rate, type Timing } from "../model/lagWords";
import type { HeatMap } from "../api/lagTypes";
import { partitionKey, partitionName } from "../model/lagFocus";
import type { Load } from "../model/lagLoad";
import type { Colours } from "./colours";

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | MarkLineComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>;

/** How the chart is seen. */
export interface Look {
  colours: Colours;
  clock: Timing;
  /** Of the chart, in pixels. */
  width: number;
  isMoving: boolean;
}

const MEASURE_WORDS: Record<Measure, string> = { lag: "", produce_rate: " produced", consume_rate: " consumed", share: "" };
const SHOWN: Record<Measure, (value: number | null) => string> = { lag: count, produce_rate: rate, consume_rate: rate, share: percent };
const AXES: Record<Measure, string> = {
  lag: "Lag (records)",
  produce_rate: "Records per second",
  consume_rate: "Records per second",
  share: "Share of time (%)",
};
const DASHES: readonly ("solid" | number[])[] = ["solid", [8, 3], [3, 3], [10, 3, 2, 3]];
const NARROW = 560;
/** For the name below an axis, which the chart's own reckoning leaves out. */
const NAME_ROOM = 32;
const HEAT_ROW = 20;
const BAR_ROW = 36;
const MOST_NAME = 30;

/** How the values of lines are written, and what stands beside their axis, where they are no records. */
export interface Values {
  title: string;
  show: (value: number | null) => string;
}

/** Lines over time, with `moments` as upright lines. With two measures, the first is drawn through and the second dashed. */
export function linesOption(
  lines: readonly Line[],
  measures: readonly Measure[],
  times: readonly number[],
  look: Look,
  moments: readonly number[] = [],
  values?: Values,
): ChartOption {
  const { colours, clock } = look;
  const main = measures[0] ?? "lag";
  const show = values?.show ?? SHOWN[main];
  const anyMarked = lines.some(({ isMarked }) => isMarked);
  const series = lines.flatMap((line, index) =>
    measures.map((measure, second): LineSeriesOption => {
      const isQuiet = anyMarked && !line.isMarked;
      const colour = colours.series[index % colours.series.length] ?? colours.accent;
      const dash = measures.length > 1 ? DASHES[second === 0 ? 0 : 2] : DASHES[index % DASHES.length];
      return {
        type: "line",
        // Both measures of a line have its name, so that the legend has it once and switches both.
        name: line.name,
        data: times.map((time, at) => [time, line[measure]?.[at] ?? null]),
        // A single value between gaps would leave no trace as a line.
        symbol: times.length < 3 ? "circle" : "none",
        symbolSize: 6,
        connectNulls: false,
        z: line.isMarked ? 4 : 3,
        lineStyle: { width: line.isMarked ? 3.5 : 2, type: dash ?? "solid", opacity: isQuiet ? 0.3 : 1 },
        itemStyle: { color: colour, opacity: isQuiet ? 0.5 : 1 },
        emphasis: { disabled: true },
        ...(index === 0 && second === 0 ? { markLine: upright(moments, colours) } : {}),
      };
    }),
  );
  const isNarrow = look.width < NARROW;
  return {
    ...frame(look),
    legend: {
      show: lines.length > 1,
      bottom: 0,
      left: 0,
      right: 0,
      inactiveColor: colours.quiet,
      itemWidth: 28,
      itemHeight: 8,
      // The line with its dashes tells them apart; the dot on it would hide those.
      itemStyle: { opacity: 0 },
      textStyle: { color: colours.text, fontFamily: colours.type },
    },
    grid: { left: 8, right: isNarrow ? 16 : 24, top: 36, bottom: NAME_ROOM + (lines.length > 1 ? legendHeight(lines, look.width) : 0), containLabel: true },
    xAxis: {
      type: "time",
      ...axis(look, `Time (${clock.zone})`),
      axisLabel: { color: colours.quiet, fontFamily: colours.type, hideOverlap: true, formatter: (value: number) => clock.brief(value) },
      splitNumber: isNarrow ? 3 : 6,
    },
    yAxis: { type: "value", min: 0, ...valueAxis(look, values?.title ?? AXES[main], values?.show) },
    tooltip: {
      ...tip(colours),
      trigger: "axis",
      formatter: (found) => {
        const all = Array.isArray(found) ? found : [found];
        const [first] = all;
        if (first === undefined) return "";
        const time = (first.value as [number, number])[0];
        const at = times.indexOf(time);
        const rows = lines.flatMap((line) => {
          // What the legend switched off is not said either.
          const own = all.filter(({ seriesName }) => seriesName === line.name);
          const marker = own[0]?.marker;
          const values = measures.map((measure) => `${show(line[measure]?.[at] ?? null)}${measures.length > 1 ? MEASURE_WORDS[measure] : ""}`);
          return own.length === 0
            ? []
            : [`${typeof marker === "string" ? marker : ""}${shortened(line.name, 40)}: ${values.join(", ")}`];
        });
        return [clock.full(time), ...rows].join("\n");
      },
    },
    series,
  };
}

function upright(moments: readonly number[], colours: Colours): MarkLineComponentOption {
  return {
    silent: true,
    animation: false,
    symbol: "none",
    label: { show: false },
    lineStyle: { color: colours.quiet, type: [2, 4], width: 1, opacity: 0.9 },
    data: moments.map((moment) => ({ xAxis: moment })),
  };
}

/** Room for a legend whose names go on in the next row when one is full. */
function legendHeight(lines: readonly Line[], width: number): number {
  const rows = Math.ceil(lines.reduce((sum, { name }) => sum + name.length * 7 + 48, 0) / Math.max(width, 1));
  return 12 + rows * 20;
}

/** How high a chart of rows must be, in pixels. */
export function heatHeight({ rows }: HeatMap): number {
  return rows.length * HEAT_ROW + 132;
}

/** Lag by partition and time, by lightness; by its square root, so that one large lag does not hide the others. */
export function heatOption(heat: HeatMap, start: string, marked: ReadonlySet<string>, look: Look): ChartOption {
  const { colours, clock } = look;
  const times = bucketTimes(start, heat.bucket_seconds, heat.buckets);
  const keys = heat.rows.map(partitionKey);
  const names = heat.rows.map(partitionName);
  const largest = Math.max(1, ...heat.rows.flatMap((row) => row.lag.map((value) => value ?? 0)));
  const cells = heat.rows.flatMap((row, y) =>
    row.lag.flatMap((lag, x) => (lag === null ? [] : [[x, y, lag, Math.sqrt(Math.max(lag, 0))]])),
  );
  return {
    ...frame(look),
    grid: { left: 8, right: 16, top: 36, bottom: NAME_ROOM + 36, containLabel: true },
    xAxis: {
      type: "category",
      data: times.map((time) => clock.brief(time)),
      ...axis(look, `Time (${clock.zone})`),
      axisTick: { show: false },
      axisLabel: { color: colours.quiet, fontFamily: colours.type, hideOverlap: true, interval: Math.max(Math.ceil(times.length / (look.width < NARROW ? 3 : 8)) - 1, 0) },
    },
    yAxis: rowAxis("Partition", names, (row) => marked.has(keys[row] ?? ""), look),
    visualMap: {
      type: "continuous",
      min: 0,
      max: Math.sqrt(largest),
      dimension: 3,
      calculable: false,
      orient: "horizontal",
      left: "center",
      bottom: 0,
      itemWidth: 12,
      itemHeight: Math.min(200, look.width / 3),
      text: [`${count(largest)} records`, "0"],
      textStyle: { color: colours.quiet, fontFamily: colours.type },
      inRange: { color: colours.heat },
      // The scale is read, not handled: hovering over it would mark cells by their root.
      hoverLink: false,
    },
    tooltip: {
      ...tip(colours),
      trigger: "item",
      formatter: (found) => {
        const one = Array.isArray(found) ? found[0] : found;
        const [x = 0, y = 0, lag = 0] = (one?.value ?? []) as number[];
        const row = heat.rows[y];
        const task = row?.task == null ? "" : `, task ${row.task}`;
        return `${shortened(names[y] ?? "", 44)}${task}\n${clock.full(times[x] ?? start)}\n${count(lag)} records behind`;
      },
    },
    series: [
      {
        type: "heatmap",
        name: "Lag",
        data: cells,
        itemStyle: { borderWidth: 0 },
        emphasis: { itemStyle: { borderColor: colours.text, borderWidth: 1 } },
      },
    ],
  };
}

export type Bar = Load["bars"][number];

export function barsHeight(bars: readonly Bar[]): number {
  return bars.length * BAR_ROW + 104;
}

/** One row of bars for each task. */
export function barsOption(bars: readonly Bar[], names: readonly string[], isLag: boolean, look: Look): ChartOption {
  const { colours } = look;
  const show = isLag ? count : rate;
  const fills = isLag ? [colours.warn] : [colours.series[0], colours.series[1]];
  const anyMarked = bars.some(({ isMarked }) => isMarked);
  return {
    ...frame(look),
    legend: { show: names.length > 1, top: 0, right: 0, itemWidth: 16, itemHeight: 10, textStyle: { color: colours.text, fontFamily: colours.type } },
    grid: { left: 8, right: look.width < NARROW ? 56 : 72, top: 36, bottom: NAME_ROOM, containLabel: true },
    xAxis: { type: "value", ...valueAxis(look, isLag ? "Lag (records)" : "Records per second"), nameLocation: "middle", nameGap: 28, splitNumber: look.width < NARROW ? 3 : 5 },
    yAxis: rowAxis("Task", bars.map(({ name }) => name), (row) => bars[row]?.isMarked ?? false, look),
    tooltip: {
      ...tip(colours),
      trigger: "axis",
      axisPointer: { type: "none" },
      formatter: (found) => {
        const bar = bars[(Array.isArray(found) ? found[0] : found)?.dataIndex ?? -1];
        if (bar === undefined) return "";
        return [bar.name, ...names.map((name, index) => `${name}: ${show(bar.values[index] ?? null)}`)].join("\n");
      },
    },
    series: names.map((name, index): BarSeriesOption => ({
      type: "bar",
      name,
      barMaxWidth: 14,
      barGap: "10%",
      itemStyle: {
        color: fills[index] ?? colours.accent,
        borderRadius: [0, 3, 3, 0],
        // The second kind has a pattern too: nobody should need the colours.
        ...(index === 1 ? { decal: { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: Math.PI / 4, color: colours.surface } } : {}),
      },
      label: { show: true, position: "right", color: colours.quiet, fontFamily: colours.type, fontSize: 11, formatter: ({ value }) => show(typeof value === "number" ? value : null) },
      data: bars.map((bar) => ({ value: bar.values[index] ?? "-", itemStyle: { opacity: anyMarked && !bar.isMarked ? 0.45 : 1 }, label: { opacity: 1 } })),
      emphasis: { disabled: true },
    })),
  };
}

/** A name with its middle left out; both ends tell partitions and topics apart. */
export function shortened(name: string, most: number): string {
  if (name.length <= most) return name;
  const end = Math.ceil((most - 1) * 0.6);
  return `${name.slice(0, most - 1 - end)}…${name.slice(-end)}`;
}

function frame({ isMoving }: Look): Pick<ChartOption, "animation" | "animationDuration" | "backgroundColor"> {
  return { animation: isMoving, animationDuration: 120, backgroundColor: "transparent" };
}

function axis({ colours }: Look, name: string) {
  return {
    name,
    nameLocation: "middle" as const,
    nameGap: 28,
    nameTextStyle: { color: colours.quiet, fontFamily: colours.type },
    axisLine: { lineStyle: { color: colours.line } },
    axisTick: { lineStyle: { color: colours.line } },
    splitLine: { show: false },
  };
}

/** Rows by name from the top down; the marked ones stand out. */
function rowAxis(title: string, names: readonly string[], isMarked: (row: number) => boolean, { colours, width }: Look) {
  const most = width < NARROW ? 16 : MOST_NAME;
  return {
    type: "category" as const,
    inverse: true,
    data: [...names],
    name: title,
    nameLocation: "start" as const,
    nameTextStyle: { color: colours.quiet, fontFamily: colours.type, align: "right" as const },
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.line } },
    axisLabel: {
      interval: 0,
      color: colours.text,
      fontFamily: colours.type,
      formatter: (name: string, row: number) => (isMarked(row) ? `{marked|▸ ${shortened(name, most)}}` : shortened(name, most)),
      rich: { marked: { color: colours.accent, fontWeight: "bold" as const, fontFamily: colours.type } },
    },
  };
}

function valueAxis({ colours }: Look, name: string, show: (value: number) => string = short) {
  return {
    name,
    nameTextStyle: { color: colours.quiet, fontFamily: colours.type, align: "left" as const },
    axisLabel: { color: colours.quiet, fontFamily: colours.type, formatter: (value: number) => show(value), hideOverlap: true },
    splitLine: { lineStyle: { color: colours.faint } },
  };
}

const SHORT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

const LONG = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

function short(value: number): string {
  return (Math.abs(value) < 10_000 ? LONG : SHORT).format(value);
}

function tip(colours: Colours): TooltipComponentOption {
  return {
    // The other kind of tip writes style attributes, which the page's policy forbids.
    renderMode: "richText",
    confine: true,
    backgroundColor: colours.surface,
    borderColor: colours.line,
    borderWidth: 1,
    padding: [8, 12],
    textStyle: { color: colours.text, fontSize: 12, lineHeight: 18, fontFamily: colours.type },
  };
}
