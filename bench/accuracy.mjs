// Accuracy of trees with several attributes per node, formulas in leaves and soft trees, on the sets and given folds of
// ../shared, beside a peer and a single logistic (or linear) regression. Exits with 1 if a target is missed.
// Usage: npm run accuracy [-- --only linear,soft] [--sets iris,wine] [--seeds 3] [--set name=value …]
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { fitTable } from "coppice/engine";
import { assessFolds, trialOf, truthOf } from "coppice/evaluate";
import { TASKS } from "./lib/accuracyTasks.mjs";
import { peerScore } from "./lib/peerScores.mjs";
import { foldsOf, read, shared } from "./lib/sharedSets.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    sets: { type: "string" },
    seeds: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
  },
});
if (!existsSync(`${shared}expected/beyond.json`)) {
  console.log("skipped: ../shared not found, so there are no folds to measure on");
  process.exit();
}
const extra = Object.fromEntries(
  values.set.map((text) => {
    const [name, value] = text.split("=");
    return [name, /^(true|false|[\d.e-]+)$/.test(value) ? JSON.parse(value) : value];
  }),
);
const wanted = values.only.split(",");
const means = new Map();
/** Any tree knows its target: this one is grown fast. */
const STUMP = { maxDepth: 1, prune: "none" };
let missed = 0;

console.log("task                              set                    ours  leaves     peer  regression");
for (const task of TASKS.filter(({ name }) => wanted.some((part) => name.includes(part)))) {
  const sets = values.sets ? task.sets.filter((set) => values.sets.split(",").includes(set)) : task.sets;
  const rows = [];
  for (const set of sets) {
    rows.push({ set, ...(await scoreOf(task, set)), ...besideOf(task, set) });
    print(task.name, rows.at(-1));
  }
  if (rows.length > 0) summarise(task, rows, sets.length === task.sets.length);
}
process.exitCode = missed > 0 ? 1 : 0;

/** The mean over the seeds, of all folds together. */
async function scoreOf({ learner, options, seeds }, set) {
  const { table, target } = await read(set);
  const folds = foldsOf(set, table.rows);
  const used = values.seeds ? Array.from({ length: Number(values.seeds) }, (_, i) => i + 1) : seeds;
  let [score, leaves] = [0, 0];
  for (const seed of used) {
    const request = { target, learner, options: { ...options, ...extra }, seed };
    const { target: known } = fitTable(table, { target, learner: "cart", options: STUMP });
    const assessed = assessFolds(trialOf(request), { table, truth: truthOf(known, table), folds });
    score += assessed.score.kind === "classification" ? 100 * assessed.score.accuracy : assessed.score.rmse;
    leaves += assessed.size?.leaves ?? Number.NaN;
  }
  return { ours: score / used.length, leaves: leaves / used.length };
}

function besideOf({ peer, beside, leavesOf }, set) {
  return {
    peer: peerScore(peer, set)?.score,
    beside: peerScore(beside, set)?.score,
    peerLeaves: leavesOf && peerScore(leavesOf, set)?.leaves,
  };
}

function summarise(task, rows, isWhole) {
  const { name, target, targetSets, relativeTo, leavesOf, within } = task;
  const whole = meanOf(rows, relativeTo);
  means.set(name, whole.ours);
  print(name, { set: relativeTo ? `relative to ${relativeTo}` : "mean", ...whole });
  if (!isWhole) return;
  const judged = targetSets ? meanOf(rows.filter(({ set }) => targetSets.includes(set))) : whole;
  const isError = relativeTo !== undefined || (rows.length === 1 && rows[0].ours > 0 && target < 75);
  if (target !== undefined) {
    const on = targetSets ? ` on the first ${targetSets.length}` : "";
    verdict(
      `${name}: ${figure(judged.ours)}${on}, target ${isError ? "at most" : "at least"} ${target}`,
      isError ? judged.ours <= target : judged.ours >= target,
    );
  }
  if (leavesOf)
    verdict(
      `${name}: ${figure(whole.leaves)} leaves, ${leavesOf} ${figure(whole.peerLeaves)}`,
      whole.leaves <= whole.peerLeaves,
    );
  const known = within?.of.filter((other) => means.has(other)) ?? [];
  if (known.length > 0) {
    const best = Math.max(...known.map((other) => means.get(other)));
    verdict(
      `${name}: ${figure(whole.ours)}, the best of ${known.join(", ")} ${figure(best)}, target within ${within.points}`,
      whole.ours >= best - within.points,
    );
  }
}

/** Means over the sets; relative to a peer, geometric means of the ratios. */
function meanOf(rows, relativeTo) {
  const over = (name) => {
    const present = rows.filter((row) => Number.isFinite(row[name]));
    if (present.length < rows.length) return undefined;
    const sum = present.reduce(
      (all, row) => all + (relativeTo ? Math.log(row[name] / row.peer) : row[name]),
      0,
    );
    return relativeTo ? Math.exp(sum / rows.length) : sum / rows.length;
  };
  const plain = (name) => rows.reduce((all, row) => all + (row[name] ?? Number.NaN), 0) / rows.length;
  return {
    ours: over("ours"),
    peer: over("peer"),
    beside: over("beside"),
    leaves: plain("leaves"),
    peerLeaves: plain("peerLeaves"),
  };
}

function verdict(text, isMet) {
  if (!isMet) missed++;
  console.log(`  ${isMet ? "met   " : "MISSED"} ${text}`);
}

function figure(x) {
  return x === undefined || !Number.isFinite(x) ? "–" : x.toPrecision(4);
}

function print(name, { set, ours, leaves, peer, beside }) {
  const columns = [
    name.padEnd(32),
    set.padEnd(20),
    ...[ours, leaves, peer, beside].map((x) => figure(x).padStart(7)),
  ];
  console.log(columns.join("  "));
}
