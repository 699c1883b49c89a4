import { word } from "../../model/words.js";
import type { Comparison, Entry } from "../evaluate/compare.js";
import { CHART, colourOf, page, round, textAt } from "./chart.js";
import { fit } from "./textWidth.js";
import { extent, ticks, tickText } from "./ticks.js";

const ROW = 34;
const NAMES = 190;

/** A line per learner: its figure on each fold as a pale dot, with the mean and its confidence interval on top. */
export function drawComparison(comparison: Comparison, title: string): string {
  const { entries, measure } = comparison;
  const ends = ({ figures, mean: { interval } }: Entry) => [...figures, interval.low, interval.high];
  const [least, most] = extent(entries.flatMap(ends));
  const room = (most - least) * 0.04;
  const span = CHART.width - NAMES - CHART.right;
  const x = (value: number) => NAMES + ((value - least + room) / (most - least + 2 * room)) * span;
  const base = CHART.top + entries.length * ROW;
  const grid = ticks(least, most, 6).map(
    (tick) =>
      `<line class="k-grid" x1="${round(x(tick))}" y1="${CHART.top - 8}" x2="${round(x(tick))}" y2="${base}"/>\n` +
      textAt(x(tick), base + 16, tickText(tick), "middle"),
  );
  const rows = entries.map((entry, i) => entryRow(entry, CHART.top + i * ROW + ROW / 2 - 6, x, colourOf(i)));
  const words = entries.map(({ name, mean }) => `${word(name)}: ${mean.mean.toFixed(4)}`).join("; ");
  const legend = textAt(
    NAMES + span / 2,
    base + 38,
    `${measure}: each fold, mean, 95% CI of the mean`,
    "middle",
  );
  const description = `${measure} of each learner on the same folds. ${words}.`;
  return page(title, description, base + 52, [...grid, ...rows, legend].join(""));
}

function entryRow(
  { name, figures, mean }: Entry,
  y: number,
  x: (value: number) => number,
  colour: string,
): string {
  const dots = figures.map(
    (value) => `<circle fill="${colour}" fill-opacity="0.3" cx="${round(x(value))}" cy="${round(y)}" r="4"/>`,
  );
  const { low, high } = mean.interval;
  const bar = Number.isFinite(low)
    ? `<line stroke="${colour}" stroke-width="2" x1="${round(x(low))}" y1="${round(y)}" x2="${round(x(high))}" y2="${round(y)}"/>`
    : "";
  const middle = `<rect fill="${colour}" x="${round(x(mean.mean) - 3)}" y="${round(y - 8)}" width="6" height="16" rx="2"/>`;
  return `${textAt(NAMES - 12, y + 4, fit(word(name), 12, NAMES - 24), "end")}${dots.join("")}${bar}${middle}\n`;
}

const short = (name: string) => ([...name].length > 24 ? `${[...name].slice(0, 23).join("")}…` : name);

/** The same as characters: one line per learner, `·` for a fold and `●` for the mean. */
export function comparisonText(comparison: Comparison, width: number): string {
  const { entries } = comparison;
  const [least, most] = extent(entries.flatMap(({ figures }) => figures));
  const names = entries.map(({ name }) => short(word(name)));
  const margin = Math.max(...names.map((name) => name.length)) + 2;
  const columns = Math.max(10, width - margin);
  const place = (value: number) => Math.round(((value - least) / (most - least)) * (columns - 1));
  const lines = entries.map(({ figures, mean }, i) => {
    const cells = new Array<string>(columns).fill(" ");
    for (const value of figures) cells[place(value)] = "·";
    cells[place(mean.mean)] = "●";
    return `${names[i].padEnd(margin)}${cells.join("")}`.trimEnd();
  });
  const right = tickText(Number(most.toPrecision(4)));
  const scale = tickText(Number(least.toPrecision(4))).padEnd(columns - right.length) + right;
  return [...lines, " ".repeat(margin) + scale].join("\n");
}
