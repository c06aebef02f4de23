// ECharts, as much of it as the charts of a lag report need; loaded after the rest. It draws on a canvas, and with tips
// that are drawn too, so that the page's policy can stay without inline styles.

import { BarChart, HeatmapChart, LineChart } from "echarts/charts";
import { GridComponent, LegendComponent, MarkLineComponent, TooltipComponent, VisualMapContinuousComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

import type { ChartOption } from "./chartOptions";

use([
  BarChart,
  HeatmapChart,
  LineChart,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  CanvasRenderer,
]);

export interface Drawing {
  draw: (option: ChartOption) => void;
  close: () => void;
}

/** Draws into an element and follows its size. `onpick` gets the name or number of what was clicked. */
export function drawInto(element: HTMLElement, onpick: (index: number, series: string) => void): Drawing {
  const chart = init(element, null, { renderer: "canvas" });
  chart.on("click", (event) => onpick(event.dataIndex, event.seriesName ?? ""));
  const watch = new ResizeObserver(() => chart.resize());
  watch.observe(element);
  return {
    draw: (option) => chart.setOption(option, { notMerge: true }),
    close: () => {
      watch.disconnect();
      chart.dispose();
    },
  };
}
