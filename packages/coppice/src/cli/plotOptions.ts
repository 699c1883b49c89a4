import pc from "picocolors";
import type { TerminalPlotOptions } from "../use/draw/terminalPlot.js";
import type { Stream } from "./io.js";

/** How a plot is drawn on a stream: in colours and within its width where it is a terminal. */
export function plotOptionsFor({ color, width = 80 }: Stream, most = 72, height = 16): TerminalPlotOptions {
  const { blue, yellow, green, magenta, cyan, red } = pc.createColors(true);
  const cycle = [blue, yellow, green, magenta, cyan, red];
  return {
    width: Math.min(most, width - 1),
    height,
    ...(color && { paint: (text: string, series: number) => cycle[series % cycle.length](text) }),
  };
}
