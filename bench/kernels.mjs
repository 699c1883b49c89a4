// Kernels of two commits in one process, by turns, in processor time. See bench/README.md.
//   npm run bench -- kernels --against <commit> [--only forest,classTree] [--repeats 5]
//   npm run bench -- kernels --hashes [--against <commit>]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../scripts/lib/root.mjs";
import { compileKernels, kernelHashes, kernelNames, loadBuild, withTreeOf } from "./lib/kernelBuilds.mjs";
import { CASES } from "./lib/kernelCases.mjs";
import { doubtful, judge, turns } from "./lib/turns.mjs";

const THREADS = [1, 2];
/** How often what seems slow is measured again. */
const MORE = 3;
/** Cases that take fewer milliseconds have more turns, up to so many times as many. */
const SHORT = 80;
const MOST_TURNS = 4;

/** Resolves to whether nothing is slower; with `hashes`, to whether no kernel's bytes have changed. */
export async function measureKernels({ against, only, repeats, hashes }) {
  const unknown = only?.find((name) => CASES[name] === undefined);
  if (unknown) throw new Error(`there is no kernel ${unknown}: ${Object.keys(CASES).join(", ")}`);
  await compileKernels(root);
  if (hashes) return against ? withTreeOf(against, showHashes) : showHashes();
  if (!against) throw new Error("kernels needs --against <commit>, or --hashes");
  return withTreeOf(against, (tree) => compare(tree, only, repeats));
}

function showHashes(tree) {
  const [now, before] = [kernelHashes(root), tree ? kernelHashes(tree) : undefined];
  const changed = [...new Set([...now.keys(), ...(before?.keys() ?? [])])].filter((name) => {
    const [hash, old] = [now.get(name), before?.get(name)];
    const isSame = before === undefined || hash === old;
    const remark = isSame ? (before ? "  unchanged" : "") : `  before: ${old ?? "absent"}`;
    console.log(`${name.padEnd(14)}${hash ?? "absent".padEnd(64)}${remark}`);
    return !isSame;
  });
  if (before) console.log(`${changed.length === 0 ? "no" : changed.length} kernel(s) changed`);
  return changed.length === 0;
}

async function compare(tree, only, repeats) {
  const folder = mkdtempSync(join(tmpdir(), "coppice-bench-"));
  const sides = { old: await sideOf(tree, "old", folder), new: await sideOf(root, "new", folder) };
  try {
    const faults = uncovered();
    let isSlow = false;
    for (const kernel of only ?? Object.keys(CASES)) {
      const readings = [];
      for (const reading of await casesOf(kernel, sides, folder)) {
        const fault = await warmUp(reading, sides);
        if (fault) faults.push(fault);
        else readings.push(await takeTurns(reading, repeats));
      }
      for (let round = 0; round < MORE; round++)
        for (const reading of doubtful(readings)) await takeTurns(reading, repeats);
      isSlow = show(judge(readings)) || isSlow;
    }
    for (const fault of faults) console.log(fault);
    return !isSlow && faults.length === 0;
  } finally {
    for (const { teams } of Object.values(sides)) await teams.get(2).close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function uncovered() {
  const missing = kernelNames(root).filter((name) => CASES[name] === undefined);
  return missing.map((name) => `${name} has no case in bench/lib/kernelCases.mjs`);
}

/** Prints it and returns whether something is slower. */
function show({ kernels, cases, isSlow }) {
  for (const { kernel, ratio, isSlow: slow } of kernels) {
    console.log(`${kernel.padEnd(62)}${ratio.toFixed(3)}${slow ? "  SLOWER" : ""}`);
    for (const one of cases.filter((each) => each.kernel === kernel)) console.log(caseLine(one));
  }
  return isSlow;
}

function caseLine({ name, threads, before, now, ratio, isSlow }) {
  const times = [before, now].map((ms) => `${ms.toFixed(1)} ms`.padStart(10)).join("");
  return `  ${`${name}, x${threads}`.padEnd(40)}${times}${ratio.toFixed(3).padStart(7)}${isSlow ? "  SLOWER" : ""}`;
}

async function sideOf(tree, name, folder) {
  const lib = await loadBuild(tree, name, folder);
  const team = await new lib.NodeTeam({ threads: 2, worker: lib.worker }).ready();
  return {
    lib,
    teams: new Map([
      [1, new lib.SoloTeam()],
      [2, team],
    ]),
  };
}

/** The cases of a kernel on each number of threads, with no reading yet. */
async function casesOf(kernel, sides, folder) {
  const found = [];
  for (const [name, { prepare, run }] of Object.entries(CASES[kernel])) {
    const given = {};
    for (const [side, { lib }] of Object.entries(sides)) given[side] = await prepare(lib, folder);
    for (const threads of THREADS) {
      const work = (side) => run(sides[side].lib, given[side], sides[side].teams.get(threads));
      found.push({ kernel, name, threads, old: [], new: [], work });
    }
  }
  return found;
}

/** The first runs compile. Resolves to what is wrong with the case if a build fails, or never reaches the kernel. */
async function warmUp({ kernel, name, threads, work }, sides) {
  for (const [side, { lib }] of Object.entries(sides)) {
    const where = `${kernel}, ${name}, x${threads}: the ${side} build`;
    lib.used.clear();
    try {
      await work(side);
    } catch (error) {
      return `${where} fails: ${error.message}`;
    }
    if (!lib.used.has(kernel)) return `${where} does it by ${[...lib.used].join(", ") || "no kernel"}`;
    await work(side);
  }
  return undefined;
}

async function takeTurns(reading, repeats) {
  const read = async (side) => {
    const start = process.cpuUsage();
    await reading.work(side);
    const { user, system } = process.cpuUsage(start);
    reading[side].push((user + system) / 1000);
    return reading[side].at(-1);
  };
  const more = Math.min(MOST_TURNS, Math.max(1, Math.round(SHORT / (await read("new")))));
  for (const side of turns(repeats * more)) await read(side);
  return reading;
}
