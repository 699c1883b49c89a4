import { printable } from "../../model/words.js";
import { extent, ticks, tickText } from "./ticks.js";

export interface Series {
  readonly name: string;
  /** Joined by a line in this order. Points that are not finite are left out. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface TerminalPlotOptions {
  /** Columns and lines of the whole picture, axes included; default: 64 by 16. */
  readonly width?: number;
  readonly height?: number;
  readonly xLabel?: string;
  readonly yLabel?: string;
  /** The range of an axis; default: that of the points. */
  readonly x?: readonly [number, number];
  readonly y?: readonly [number, number];
  /** A logarithmic axis. Every x must be positive. */
  readonly logX?: boolean;
  /** Colours the marks and the name of a series. */
  readonly paint?: (text: string, series: number) => string;
}

const MARKS = ["●", "○", "▲", "△", "■", "□", "◆", "◇"];
const LINE = "·";

interface Canvas {
  readonly columns: number;
  readonly lines: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly logX: boolean;
  /** A character and the series it belongs to, line by line. */
  readonly cells: (readonly [string, number] | undefined)[][];
}

/** Lines with marks, axes and a legend, made of characters. Later series are drawn over earlier ones. */
export function terminalPlot(series: readonly Series[], options: TerminalPlotOptions = {}): string {
  const { width = 64, height = 16, xLabel = "", yLabel = "", paint = (text) => text, logX = false } = options;
  const y = options.y ?? extent(series.flatMap(({ points }) => points.map(([, value]) => value)));
  const x = options.x ?? extent(series.flatMap(({ points }) => points.map(([value]) => value)));
  const lines = Math.max(4, height - 3 - (yLabel === "" ? 0 : 1));
  const yTicks = ticks(y[0], y[1], Math.max(2, Math.floor(lines / 3)));
  const margin = Math.max(...yTicks.map((tick) => tickText(tick).length)) + 2;
  const columns = Math.max(10, width - margin);
  const cells = Array.from({ length: lines }, () => new Array<undefined>(columns).fill(undefined));
  const canvas: Canvas = { columns, lines, x, y, logX, cells };
  series.forEach(({ points }, s) => {
    drawSeries(canvas, points, s);
  });
  const legend = series.map(({ name }, s) => paint(`${mark(s)} ${printable(name)}`, s)).join("   ");
  const head = yLabel === "" ? [] : [printable(yLabel)];
  return [...head, ...bodyLines(canvas, yTicks, margin, paint), ...xAxis(canvas, margin, xLabel), legend]
    .map((line) => line.trimEnd())
    .join("\n");
}

function mark(series: number): string {
  return MARKS[series % MARKS.length];
}

function drawSeries(canvas: Canvas, points: Series["points"], s: number): void {
  const places = points
    .filter(([px, py]) => Number.isFinite(px) && Number.isFinite(py))
    .map(([px, py]) => [columnOf(canvas, px), lineOf(canvas, py)] as const);
  for (let i = 1; i < places.length; i++) drawLine(canvas, places[i - 1], places[i], s);
  for (const [column, line] of places) put(canvas, column, line, mark(s), s);
}

/** One dot per column, or per line where the slope is steep. */
function drawLine(
  canvas: Canvas,
  [c0, l0]: readonly [number, number],
  [c1, l1]: readonly [number, number],
  s: number,
): void {
  const steps = Math.max(Math.abs(c1 - c0), Math.abs(l1 - l0));
  for (let i = 1; i < steps; i++) {
    put(canvas, Math.round(c0 + ((c1 - c0) * i) / steps), Math.round(l0 + ((l1 - l0) * i) / steps), LINE, s);
  }
}

function put({ columns, lines, cells }: Canvas, column: number, line: number, text: string, s: number): void {
  if (column < 0 || column >= columns || line < 0 || line >= lines) return;
  // A line does not overwrite the mark of another series.
  if (text === LINE && cells[line][column] !== undefined) return;
  cells[line][column] = [text, s];
}

function columnOf({ columns, x: [least, most], logX }: Canvas, value: number): number {
  const scale = logX ? Math.log : (number: number) => number;
  return Math.round(((scale(value) - scale(least)) / (scale(most) - scale(least))) * (columns - 1));
}

function lineOf({ lines, y: [least, most] }: Canvas, value: number): number {
  return Math.round(((most - value) / (most - least)) * (lines - 1));
}

function bodyLines(
  canvas: Canvas,
  yTicks: readonly number[],
  margin: number,
  paint: (text: string, series: number) => string,
): string[] {
  const labels = new Map(yTicks.map((tick) => [lineOf(canvas, tick), tickText(tick)]));
  return canvas.cells.map((row, line) => {
    const label = labels.get(line);
    const axis = `${(label ?? "").padStart(margin - 2)} ${label === undefined ? "│" : "┤"}`;
    return axis + row.map((cell) => (cell === undefined ? " " : paint(...cell))).join("");
  });
}

function xAxis(canvas: Canvas, margin: number, label: string): string[] {
  const { x, columns, logX } = canvas;
  const wanted = logX ? powers(x) : ticks(x[0], x[1], Math.floor(columns / 10));
  const rule = new Array<string>(columns).fill("─");
  let numbers = "";
  for (const tick of wanted) {
    const column = columnOf(canvas, tick);
    const text = tickText(tick);
    const start = Math.max(0, margin + column - Math.floor(text.length / 2));
    if (numbers !== "" && start < numbers.length + 1) continue;
    rule[column] = "┬";
    numbers = numbers.padEnd(start) + text;
  }
  const room = label === "" ? "" : `  ${printable(label)}`;
  return [`${" ".repeat(margin - 1)}└${rule.join("")}`, numbers + room];
}

/** 1, 2 and 5 times each power of ten within the range. */
function powers([least, most]: readonly [number, number]): number[] {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most) + 1; power++) {
    for (const factor of [1, 2, 5]) {
      const tick = Number((factor * 10 ** power).toPrecision(3));
      if (tick >= least && tick <= most) found.push(tick);
    }
  }
  return found;
}
