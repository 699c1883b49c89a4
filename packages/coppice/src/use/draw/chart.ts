import { escapeXml } from "./escape.js";
import { COLOURS } from "./palette.js";
import { fit, textWidth } from "./textWidth.js";
import { extent, ticks, tickText } from "./ticks.js";

export interface ChartSeries {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** The least and greatest y around each point, drawn as a band. */
  readonly band?: readonly (readonly [low: number, high: number])[];
  readonly isDashed?: boolean;
  readonly hasMarks?: boolean;
}

export interface ChartOptions {
  readonly title: string;
  /** For readers who cannot see the picture. */
  readonly description: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly x?: readonly [number, number];
  readonly y?: readonly [number, number];
  readonly logX?: boolean;
  /** A line from corner to corner: in a ROC plot, a random classifier. */
  readonly hasDiagonal?: boolean;
}

export const CHART = { width: 640, height: 420, left: 64, right: 20, top: 56, bottom: 52 };

/** Plain colours without variables; the class names differ from those of tree pictures. */
export const CHART_STYLE = `
.coppice-chart{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:12px}
.k-page{fill:#ffffff}.k-title{font-size:14px;font-weight:600;fill:#1b2129}.k-text{fill:#4a5562}
.k-grid{stroke:#e3e8ed;stroke-width:1}.k-axis{stroke:#8794a5;stroke-width:1}.k-diagonal{stroke:#8794a5;stroke-dasharray:4 4}
@media screen and (prefers-color-scheme:dark){.k-page{fill:#14181d}.k-title{fill:#eef2f6}.k-text{fill:#a9b4c0}.k-grid{stroke:#2a323b}.k-axis{stroke:#667080}}
`;

export const round = (x: number) => Math.round(x * 100) / 100;

/** A text at a position; `anchor` says which point of the text is there. */
export function textAt(
  x: number,
  y: number,
  text: string,
  anchor = "start",
  more = 'class="k-text"',
): string {
  return `<text ${more} x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeXml(text)}</text>\n`;
}

/** The SVG document around a chart: title, description and style. */
export function page(title: string, description: string, height: number, body: string): string {
  const { width } = CHART;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="coppice-chart" role="img" aria-label="${escapeXml(title)}"` +
    ` width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n` +
    `<title>${escapeXml(title)}</title>\n<desc>${escapeXml(description)}</desc>\n<style>${CHART_STYLE}</style>\n` +
    `<rect class="k-page" width="${width}" height="${height}"/>\n` +
    `${textAt(16, 24, fit(title, 14, width - 32), "start", 'class="k-title"')}${body}</svg>\n`
  );
}

interface Scales {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/** Lines over two axes, as one self-contained picture, light or dark as its reader prefers. */
export function drawChart(series: readonly ChartSeries[], options: ChartOptions): string {
  const xs = options.x ?? extent(series.flatMap(({ points }) => points.map(([x]) => x)));
  const ys = options.y ?? padded(extent(series.flatMap(yValues)));
  const { width, height, left, right, top, bottom } = CHART;
  const scale = options.logX ? Math.log : (x: number) => x;
  const across = (x: number) => (scale(x) - scale(xs[0])) / (scale(xs[1]) - scale(xs[0]));
  const scales: Scales = {
    x: (x) => left + across(x) * (width - left - right),
    y: (y) => height - bottom - ((y - ys[0]) / (ys[1] - ys[0])) * (height - top - bottom),
  };
  const xTicks = options.logX ? distinctXs(series, scales) : ticks(xs[0], xs[1], 8);
  const body = [
    axes(scales, xTicks, ticks(ys[0], ys[1], 6), options),
    options.hasDiagonal ? diagonalLine(scales, xs, ys) : "",
    ...series.map((one, i) => bandOf(one, scales, colourOf(i))),
    ...series.map((one, i) => lineOf(one, scales, colourOf(i))),
    legend(series),
  ].join("");
  return page(options.title, options.description, height, body);
}

export function colourOf(series: number): string {
  return COLOURS[series % COLOURS.length];
}

function yValues({ points, band }: ChartSeries): number[] {
  return [...points.map(([, y]) => y), ...(band?.flat() ?? [])];
}

function padded([least, most]: [number, number]): [number, number] {
  const room = (most - least) * 0.05;
  return [least - room, most + room];
}

/** On a logarithmic axis the ticks are the points' own values, unless they are too close together. */
function distinctXs(series: readonly ChartSeries[], { x: place }: Scales): number[] {
  const all = [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  let last = Number.NEGATIVE_INFINITY;
  return all.filter((x) => {
    if (place(x) - last < 30) return false;
    last = place(x);
    return true;
  });
}

function axes(
  scales: Scales,
  xTicks: readonly number[],
  yTicks: readonly number[],
  options: ChartOptions,
): string {
  const { width, height, left, right, top, bottom } = CHART;
  const line = (kind: string, x1: number, y1: number, x2: number, y2: number) =>
    `<line class="${kind}" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>\n`;
  const base = height - bottom;
  const turned = `class="k-text" transform="rotate(-90 18 ${(top + base) / 2})"`;
  return [
    ...yTicks.map((y) => line("k-grid", left, scales.y(y), width - right, scales.y(y))),
    ...yTicks.map((y) => textAt(left - 8, scales.y(y) + 4, tickText(y), "end")),
    ...xTicks.map((x) => line("k-axis", scales.x(x), base, scales.x(x), base + 5)),
    ...xTicks.map((x) => textAt(scales.x(x), base + 18, tickText(x), "middle")),
    line("k-axis", left, base, width - right, base),
    textAt((left + width - right) / 2, height - 12, options.xLabel, "middle"),
    textAt(18, (top + base) / 2, options.yLabel, "middle", turned),
  ].join("");
}

function diagonalLine(
  { x, y }: Scales,
  xs: readonly [number, number],
  ys: readonly [number, number],
): string {
  const [x1, y1, x2, y2] = [x(xs[0]), y(ys[0]), x(xs[1]), y(ys[1])].map(round);
  return `<line class="k-diagonal" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>\n`;
}

function isWhole(...numbers: readonly number[]): boolean {
  return numbers.every(Number.isFinite);
}

function bandOf({ points, band }: ChartSeries, { x, y }: Scales, colour: string): string {
  if (band === undefined) return "";
  const places = points.map(([at], i) => [at, ...band[i]] as const).filter((place) => isWhole(...place));
  if (places.length === 0) return "";
  const upper = places.map(([at, , high]) => `${round(x(at))} ${round(y(high))}`);
  const lower = places.map(([at, low]) => `${round(x(at))} ${round(y(low))}`).reverse();
  return `<path fill="${colour}" fill-opacity="0.15" d="M${[...upper, ...lower].join("L")}Z"/>\n`;
}

function lineOf({ points, isDashed, hasMarks }: ChartSeries, { x, y }: Scales, colour: string): string {
  const places = points.filter(([px, py]) => isWhole(px, py)).map(([px, py]) => [round(x(px)), round(y(py))]);
  if (places.length === 0) return "";
  const dashes = isDashed ? ' stroke-dasharray="6 4"' : "";
  const marks = hasMarks
    ? places.map(([px, py]) => `<circle fill="${colour}" cx="${px}" cy="${py}" r="3"/>`)
    : [];
  const path = places.map((place) => place.join(" ")).join("L");
  return `<path fill="none" stroke="${colour}" stroke-width="2"${dashes} d="M${path}"/>${marks.join("")}\n`;
}

/** Names next to their colours, in one line; those that do not fit are counted. */
function legend(series: readonly ChartSeries[]): string {
  let at = CHART.left;
  let svg = "";
  for (const [i, { name }] of series.entries()) {
    const text = fit(name, 12, 220);
    const room = textWidth(text, 12) + 36;
    if (at + room > CHART.width - 60 && i < series.length - 1) {
      return svg + textAt(at, 44, `and ${series.length - i} more`);
    }
    svg += `<rect x="${round(at)}" y="35" width="14" height="10" rx="2" fill="${colourOf(i)}"/>${textAt(at + 20, 44, text)}`;
    at += room;
  }
  return svg;
}
