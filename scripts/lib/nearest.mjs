import { dirname } from "node:path";
import { recordedDurations } from "./durations.mjs";
import { distancesFrom, isTest, sourceGraph } from "./sourceGraph.mjs";
import { isUnder, suitesFor } from "./suites.mjs";

/** What a test of unknown duration is taken to last. */
const UNKNOWN_SECONDS = 2;
/** Imports further away than this say little: most tests import most files in the end. */
const NEAR = 2;

/**
 * The tests nearest to changed files (paths from the project's root): those that changed, those named after a changed
 * file, those in its folder, the suites of its kind, then those that import it directly or at one remove, the quick ones
 * first. `seconds` bounds the sum of their recorded durations; what is left out is returned in `left`. Tests that need a
 * build are left out by `built: false`, in `unbuilt`.
 */
export async function chooseNearest(changed, { seconds = Number.POSITIVE_INFINITY, built = true } = {}) {
  const graph = await sourceGraph();
  const durations = recordedDurations("quick");
  const lasts = (test) => durations.get(test) ?? UNKNOWN_SECONDS;
  const ranks = ranksOf(changed, graph);
  const ordered = [...ranks.keys()].sort(
    (a, b) => ranks.get(a) - ranks.get(b) || lasts(a) - lasts(b) || (a < b ? -1 : 1),
  );
  const chosen = [];
  const left = [];
  const unbuilt = [];
  let sum = 0;
  for (const test of ordered) {
    if (!built && needsBuild(test, graph)) unbuilt.push(test);
    else if (ranks.get(test) > CHANGED && sum + lasts(test) > seconds) left.push(test);
    else {
      chosen.push(test);
      sum += lasts(test);
    }
  }
  return { chosen, left, unbuilt, suites: suitesFor(changed) };
}

/** The paths of the nearest tests, all of them. */
export async function nearestTests(changed) {
  return (await chooseNearest(changed)).chosen;
}

const CHANGED = 0;

/** A rank for each test that is near at all, the nearest 0. */
function ranksOf(changed, { uses, usedBy }) {
  const ranks = new Map();
  const give = (test, rank) => {
    if (isTest(test) && !(ranks.get(test) <= rank)) ranks.set(test, rank);
  };
  const tests = [...uses.keys()].filter(isTest);
  const suites = suitesFor(changed).flatMap((suite) => suite.tests);
  const stems = new Set(changed.map(stemOf));
  const folders = new Set(changed.map((path) => dirname(path)));
  for (const test of tests) {
    if (changed.includes(test) || stems.has(stemOf(test))) give(test, CHANGED);
    if (folders.has(dirname(test))) give(test, 1);
    if (suites.some((place) => isUnder(test, place))) give(test, 2);
  }
  for (const [path, distance] of distancesFrom(changed, usedBy, NEAR)) give(path, 1 + distance);
  return ranks;
}

const stemOf = (path) => path.replace(/(\.\w+)?\.test\.ts$|\.tsx?$/, "");

function needsBuild(test, { uses, built }) {
  return [...distancesFrom([test], uses).keys()].some((path) => built.has(path));
}
