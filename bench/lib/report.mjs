// The results as a page and as lines for the terminal.
import { figure, leastOf, ratio } from "./arithmetic.mjs";
import { machine } from "./results.mjs";

/** One line per rival and quantity (the first fit, later ones, prediction, memory), and one of the whole command. */
export function linesOf(task, readings) {
  const found = Object.entries(readings).map(([name, taken]) => [name, leastOf(taken)]);
  const ours = found.find(([name]) => name === "Coppice")[1];
  const lines = found
    .filter(([name]) => name !== "Coppice")
    .flatMap(([rival, theirs]) =>
      (rival === task.against?.task ? ownLines : rivalLines)(task, rival, ours, theirs),
    );
  const { name } = task;
  // Without a rival, Coppice's own figures are still worth a line.
  const alone = (what, key, mine, unit) => {
    if (task[key] && mine > 0 && !lines.some((line) => line.what === what))
      lines.push({ task: name, rival: "–", what, unit, ours: mine });
  };
  alone("predict", "leastPredict", ours.predict, "s");
  alone("memory", "leastMemory", ours.peak / 1024, "MB");
  if (ours.wall) {
    lines.push({ task: name, rival: "–", what: "command", unit: "s", ours: ours.wall, score: ours.score });
    lines.push({ task: name, rival: "–", what: "read", unit: "s", ours: ours.read });
  } else if (lines.length === 0) {
    lines.push({ task: name, rival: "–", what: "fit", unit: "s", ours: ours.cold, score: ours.score });
  }
  return lines;
}

function rivalLines(task, rival, ours, theirs) {
  const lines = [];
  const line = (what, mine, other, least, unit = "s") => {
    const of = ratio(mine, other);
    lines.push({ task: task.name, rival, what, unit, ours: mine, theirs: other, ratio: of, least });
  };
  if (theirs.cold) {
    line("fit", ours.cold, theirs.cold, task.least?.[rival]);
    Object.assign(lines.at(-1), { score: ours.score, rivalScore: theirs.score });
  }
  if (task.fits > 1) line("fit, warm", ours.warm, theirs.warm, task.leastWarm?.[rival]);
  if (shows(task.leastPredict, rival) && theirs.predict) {
    line("predict", ours.predict, theirs.predict, task.leastPredict[rival]);
    if (theirs.oneRow) line("one row", 1e6 * ours.oneRow, 1e6 * theirs.oneRow, undefined, "µs");
  }
  const kept = ours.peak ? "peak" : "memory";
  if (shows(task.leastMemory, rival) && theirs[kept]) {
    line("memory", ours[kept] / 1024, theirs[kept] / 1024, task.leastMemory[rival], "MB");
  }
  return lines;
}

/** A rival that is named has a line, even without a target. */
const shows = (least, rival) => Object.hasOwn(least ?? {}, rival);

/** Compared with another task of Coppice itself. */
function ownLines(task, rival, ours, theirs) {
  const compared = { ours: ours.cold, theirs: theirs.cold, ratio: ratio(ours.cold, theirs.cold) };
  return [{ task: task.name, rival, what: "fit", unit: "s", ...compared, least: task.against.least }];
}

/** Whether a line meets its target; undefined if it has none. */
export function meets({ ratio: reached, least }) {
  return least === undefined || reached === undefined ? undefined : reached >= least;
}

const HEAD = ["task", "rival", "what", "Coppice", "rival's", "ratio", "target", "score", "rival's score"];

const cellsOf = (line) => [
  ...[line.task, line.rival, line.what, `${figure(line.ours)} ${line.unit}`],
  ...[line.theirs === undefined ? "–" : `${figure(line.theirs)} ${line.unit}`],
  line.ratio === undefined ? "–" : `${figure(line.ratio)}x${meets(line) === false ? " ✗" : ""}`,
  line.least === undefined ? "–" : `${figure(line.least)}x`,
  ...[figure(line.score), figure(line.rivalScore)],
];

const WIDTHS = [24, 20, 9, 11, 11, 9, 7, 7, 13];
const aligned = (cells) =>
  cells.map((cell, i) => (i < 3 ? cell.padEnd(WIDTHS[i]) : cell.padStart(WIDTHS[i]))).join(" ");

export const textOf = (line) => aligned(cellsOf(line));
export const headText = () => aligned(HEAD);

const row = (cells) => `| ${cells.join(" | ")} |`;

export function pageOf({ lines, skipped, versions, threads, repeats, date }) {
  const rivals = [...versions].map(([name, version]) => `${name} ${version}`).join(", ");
  return [
    "# Benchmark results",
    "",
    `Written by \`npm run bench\` on ${date}: ${machine()}, ${threads} threads on both sides, the minimum of ${repeats} interleaved readings, each in a separate process.`,
    `Rivals: ${rivals}. Tasks with a slash are fits by the command from a CSV file in a cold process, and rivals' first fits with the table in memory; the others have the table in memory on both sides. Score is accuracy on test rows, or rmse for regression; ✗ marks a ratio below the target.`,
    "",
    row(HEAD),
    row(HEAD.map(() => "---")),
    ...lines.map((line) => row(cellsOf(line))),
    "",
    ...(skipped.length > 0 ? ["Skipped:", "", ...skipped.map((text) => `- ${text}`), ""] : []),
  ].join("\n");
}

/** How many targets are met, and which are not. */
export function targetsText(lines) {
  const aimed = lines.filter((line) => meets(line) !== undefined);
  if (aimed.length === 0) return "no rival with a target was measured";
  const missed = aimed.filter((line) => !meets(line));
  const list = missed.map(
    (line) =>
      `  ${line.task} ${line.what}, ${line.rival}: ${figure(line.ratio)}x, target ${figure(line.least)}x`,
  );
  return [`${aimed.length - missed.length} of ${aimed.length} targets met`, ...list].join("\n");
}
