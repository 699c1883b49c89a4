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
    const missing = kernelNames(root).filter((name) => CASES[name] === undefined);
    const readings = [];
    for (const kernel of only ?? Object.keys(CASES))
      readings.push(...(await readKernel(kernel, sides, folder, repeats)));
    for (let round = 0; round < MORE; round++)
      for (const reading of doubtful(readings)) await takeTurns(reading, repeats);
    const { cases, kernels, isSlow } = judge(readings);
    for (const { kernel, ratio, isSlow: slow } of kernels) {
      console.log(`${kernel.padEnd(62)}${ratio.toFixed(3)}${slow ? "  SLOWER" : ""}`);
      for (const one of cases.filter((each) => each.kernel === kernel)) console.log(caseLine(one));
    }
    for (const name of missing) console.log(`${name}: no case in bench/lib/kernelCases.mjs`);
    return !isSlow && missing.length === 0;
  } finally {
    for (const { teams } of Object.values(sides)) await teams.get(2).close();
    rmSync(folder, { recursive: true, force: true });
  }
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

async function readKernel(kernel, sides, folder, repeats) {
  const readings = [];
  for (const [name, { prepare, run }] of Object.entries(CASES[kernel])) {
    const given = {};
    for (const [side, { lib }] of Object.entries(sides)) given[side] = await prepare(lib, folder);
    for (const threads of THREADS) {
      const work = (side) => run(sides[side].lib, given[side], sides[side].teams.get(threads));
      const reading = { kernel, name, threads, old: [], new: [], work };
      await warmUp(reading, sides);
      await takeTurns(reading, repeats);
      readings.push(reading);
    }
  }
  return readings;
}

/** The first runs compile; they also show whether the case is one of the kernel's. */
async function warmUp({ kernel, name, work }, sides) {
  for (const [side, { lib }] of Object.entries(sides)) {
    lib.used.clear();
    await work(side);
    if (!lib.used.has(kernel))
      throw new Error(
        `${kernel}, ${name}: the ${side} build used ${[...lib.used].join(", ") || "no kernel"}`,
      );
    await work(side);
  }
}

async function takeTurns(reading, repeats) {
  for (const side of turns(repeats)) {
    const start = process.cpuUsage();
    await reading.work(side);
    const { user, system } = process.cpuUsage(start);
    reading[side].push((user + system) / 1000);
  }
}
