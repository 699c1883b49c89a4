// The results as a page and as lines for the terminal.
import { cpus } from "node:os";
import { figure, ratio } from "./arithmetic.mjs";

/** One line per task, rival and quantity: the first fit, later ones, prediction, memory. */
export function linesOf({ task, found }) {
  const ours = found.get("Coppice");
  const lines = [];
  for (const [rival, theirs] of found) {
    if (rival === "Coppice") continue;
    const line = (what, mine, other, least, unit = "s") =>
      lines.push({
        task: task.name,
        rival,
        what,
        unit,
        ours: mine,
        theirs: other,
        ratio: ratio(mine, other),
        least,
      });
    const scores = { score: ours.score, rivalScore: theirs.score };
    line("fit", ours.cold, theirs.cold, task.least?.[rival]);
    Object.assign(lines.at(-1), scores);
    if (task.fits > 1) line("fit, warm", ours.warm, theirs.warm, task.leastWarm?.[rival]);
    if (task.leastPredict?.[rival]) {
      line("predict", ours.predict, theirs.predict, task.leastPredict[rival]);
      if (theirs.oneRow) line("one row", 1e6 * ours.oneRow, 1e6 * theirs.oneRow, undefined, "µs");
    }
    if (task.leastMemory?.[rival])
      line("memory", ours.memory / 1024, theirs.memory / 1024, task.leastMemory[rival], "MB");
  }
  if (found.size === 1)
    lines.push({ task: task.name, rival: "–", what: "fit", unit: "s", ours: ours.cold, score: ours.score });
  return lines;
}

const HEAD = ["task", "rival", "what", "Coppice", "rival's", "ratio", "target", "score", "rival's score"];

const cellsOf = (line) => [
  ...[line.task, line.rival, line.what, `${figure(line.ours)} ${line.unit}`],
  ...[line.theirs === undefined ? "–" : `${figure(line.theirs)} ${line.unit}`],
  line.ratio === undefined
    ? "–"
    : `${figure(line.ratio)}x${line.least && line.ratio < line.least ? " ✗" : ""}`,
  line.least === undefined ? "–" : `${line.least}x`,
  ...[figure(line.score), figure(line.rivalScore)],
];

export function textOf(line) {
  const widths = [16, 13, 10, 11, 11, 9, 7, 7, 7];
  return cellsOf(line)
    .map((cell, i) => (i < 3 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
    .join(" ");
}

export const headText = () => textOfCells(HEAD);
const textOfCells = (cells) =>
  cells.map((cell, i) => (i < 3 ? cell.padEnd([16, 13, 10][i]) : cell)).join("  ");

const row = (cells) => `| ${cells.join(" | ")} |`;

export function pageOf({ lines, skipped, versions, threads, repeats, date }) {
  const rivals = [...versions].map(([name, version]) => `${name} ${version}`).join(", ");
  return [
    "# Benchmark results",
    "",
    `Written by \`npm run bench\` on ${date}: ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, ${threads} threads on both sides, the minimum of ${repeats} interleaved readings, each in a separate process.`,
    `Rivals: ${rivals}. Fit is from the table in memory to the model; score is accuracy on test rows, or rmse for regression; ✗ marks a ratio below the target.`,
    "",
    row(HEAD),
    row(HEAD.map(() => "---")),
    ...lines.map((line) => row(cellsOf(line))),
    "",
    ...(skipped.length > 0 ? ["Skipped:", "", ...skipped.map((text) => `- ${text}`), ""] : []),
  ].join("\n");
}
