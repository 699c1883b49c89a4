// The chart of the README: for a few tasks, how many times as long as Coppice the fastest rival takes.
import { leastOf } from "./arithmetic.mjs";

/** What is drawn, best or not: the choice must not depend on the results. */
const BARS = [
  { task: "adult/forest", label: "Random forest, census table", what: "cold" },
  { task: "adult/cart", label: "Full tree, census table", what: "cold" },
  { task: "adult/boost", label: "Boosting, census table", what: "cold" },
  { task: "nursery/forest", label: "Random forest, 8 nominal attributes", what: "cold" },
  { task: "orbits/boost", label: "Boosting, 58k rows, 7 classes", what: "cold" },
  { task: "mixed/forest", label: "Random forest, 200k mixed rows", what: "cold" },
  { task: "wave/forest", label: "Random forest, 200k numeric rows", what: "cold" },
  { task: "wave/boost", label: "Boosting, 200k numeric rows", what: "cold" },
  { task: "wave/forest", label: "Prediction, 100 deep trees", what: "predict" },
];

/** The bars that the readings allow, and the tasks that have none. */
export function barsOf(tasks) {
  const bars = [];
  const absent = [];
  for (const { task, label, what } of BARS) {
    const readings = Object.entries(tasks[task]?.readings ?? {});
    const seconds = new Map(readings.map(([name, taken]) => [name, leastOf(taken)[what]]));
    const rivals = [...seconds].filter(([name, time]) => name !== "Coppice" && time > 0);
    if (!seconds.get("Coppice") || rivals.length === 0) {
      absent.push(task);
      continue;
    }
    const [rival, time] = rivals.reduce((best, one) => (one[1] < best[1] ? one : best));
    bars.push({ label, rival, ratio: time / seconds.get("Coppice") });
  }
  return { bars, absent };
}

const WIDTH = 720;
const LEFT = 250;
const RIGHT = 190;
const TOP = 34;
const STEP = 26;

/** Ratios on a logarithmic scale that contains all of them; bars start at 1, so that slower is to the left. */
function scaleOf(bars) {
  const powers = bars.map(({ ratio }) => Math.log2(ratio));
  const low = Math.min(-1, Math.floor(Math.min(...powers)));
  const high = Math.max(2, Math.ceil(Math.max(...powers)));
  const x = (ratio) => LEFT + ((Math.log2(ratio) - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
  const step = high - low > 7 ? 2 : 1;
  const all = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return { x, ticks: all.filter((power) => power % step === 0).map((power) => 2 ** power) };
}
const at = (value) => value.toFixed(1);

const STYLE = `
  .ground{fill:#fff}.text{fill:#1f2328}.faint{fill:#59636e}.axis{stroke:#d1d9e0}.one{stroke:#59636e}.ahead{fill:#1a7f37}.behind{fill:#bc4c00}
  @media (prefers-color-scheme:dark){.ground{fill:#0d1117}.text{fill:#f0f6fc}.faint{fill:#9198a1}.axis{stroke:#3d444d}.one{stroke:#9198a1}.ahead{fill:#3fb950}.behind{fill:#f0883e}}
  text{font:13px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif}`;

const figure = (ratio) => `${ratio.toFixed(ratio >= 10 ? 0 : ratio >= 1 ? 1 : 2)}×`;
const xmlText = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export function chartOf(bars) {
  const height = TOP + STEP * bars.length + 34;
  const bottom = height - 30;
  const { x, ticks } = scaleOf(bars);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${xmlText(summary(bars))}">`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}" rx="6"/>`,
    `<text class="text" x="16" y="22" font-weight="600">Time of the fastest rival ÷ time of Coppice</text>`,
    ...ticks.map(
      (tick) =>
        `<line class="${tick === 1 ? "one" : "axis"}" x1="${at(x(tick))}" x2="${at(x(tick))}" y1="${TOP}" y2="${bottom}"/><text class="faint" x="${at(x(tick))}" y="${bottom + 18}" text-anchor="middle">${tick < 1 ? `1/${1 / tick}` : tick}×</text>`,
    ),
    ...bars.map((bar, i) => barOf(bar, i, x)),
    "</svg>",
  ].join("\n")}\n`;
}

function barOf({ label, rival, ratio }, i, x) {
  const y = TOP + STEP * i;
  const [from, to] = [Math.min(x(1), x(ratio)), Math.max(x(1), x(ratio))];
  return [
    `<text class="text" x="${LEFT - 12}" y="${y + 18}" text-anchor="end">${xmlText(label)}</text>`,
    `<rect class="${ratio >= 1 ? "ahead" : "behind"}" x="${at(from)}" y="${y + 6}" width="${at(Math.max(1, to - from))}" height="16" rx="2"/>`,
    `<text class="text" x="${at(Math.max(to, x(1)) + 6)}" y="${y + 18}">${figure(ratio)} <tspan class="faint">${xmlText(rival)}</tspan></text>`,
  ].join("");
}

const summary = (bars) =>
  `Time of the fastest rival divided by time of Coppice: ${bars.map(({ label, rival, ratio }) => `${label}: ${figure(ratio)} (${rival})`).join("; ")}`;
