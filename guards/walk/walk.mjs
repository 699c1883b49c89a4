import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { quietly } from "../../scripts/lib/steps.mjs";
import { withInput } from "./input.mjs";
import { runner, sources } from "./places.mjs";
import { originsOf } from "./sourceMap.mjs";
import { translate } from "./translate.mjs";

const LOG = "functions.log";

/**
 * The functions that a command runs, in the order of their first calls: `{file, name, calls, lines}`, where `lines` are
 * the lines of the file that ran. What stands in a file outside of all functions does not count.
 */
export async function walk(args) {
  const folder = mkdtempSync(join(tmpdir(), "coppice-walk-"));
  try {
    return await walkIn(folder, await withInput(args, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function walkIn(folder, args) {
  const report = join(folder, "coverage.json");
  // Coverage counts calls and knows what ran within a function; V8's log has each function when it runs for the first time.
  const flags = ["--no-warnings", "--log-function-events", `--logfile=${join(folder, LOG)}`];
  const { code, output } = await quietly([process.execPath, ...flags, runner, report, ...args]);
  if (code !== 0) throw new Error(`coppice ${args.join(" ")}: exit code ${code}\n${output.trimEnd()}`);
  const scripts = JSON.parse(readFileSync(report, "utf8"));
  const first = firstCalls(logOf(folder, scripts[0]));
  const functions = scripts.flatMap((script) => functionsOf(script, first));
  return functions.sort((a, b) => a.order - b.order);
}

/** The log of the thread that ran the scripts: V8 numbers scripts anew in each thread, and writes a log per thread. */
function logOf(folder, { scriptId, url }) {
  const logs = readdirSync(folder).filter((name) => name.endsWith(LOG));
  const texts = logs.map((name) => readFileSync(join(folder, name), "utf8"));
  const found = texts.find((text) => text.includes(`script-details,${scriptId},${url},`));
  if (found === undefined) throw new Error(`V8 ${process.versions.v8} wrote no log of functions`);
  return found;
}

/** By `script:end`: where functions that end there have their parameters, and when each first ran. */
function firstCalls(log) {
  const found = new Map();
  let order = 0;
  for (const [, script, start, end] of log.matchAll(/^function,first-execution,(\d+),(\d+),(\d+),/gm)) {
    const key = `${script}:${end}`;
    if (!found.has(key)) found.set(key, []);
    found.get(key).push({ start: Number(start), order: order++ });
  }
  return found;
}

/** The functions of a file that were called; the first of V8's list is the file itself. */
function functionsOf({ scriptId, url, functions: [, ...functions] }, first) {
  const called = functions.filter(({ ranges }) => ranges[0].count > 0);
  if (called.length === 0) return [];
  const path = fileURLToPath(url);
  const file = relative(sources, path).replaceAll("\\", "/");
  const lines = linesByFunction(originsOf(translate(path)), functions);
  return called.map((one) => {
    const [whole] = one.ranges;
    const name = one.functionName || "(anonymous)";
    const order = orderOf(first.get(`${scriptId}:${whole.endOffset}`), whole, functions);
    if (order === undefined)
      throw new Error(`V8 ${process.versions.v8} did not log when ${file}: ${name} first ran`);
    return { file, name, calls: whole.count, lines: lines.get(one) ?? [], order };
  });
}

/** The lines that ran of each function, without those of the functions within it. */
function linesByFunction(origins, functions) {
  const lines = new Map();
  for (const [offset, line] of origins) {
    // Inner functions come after those around them.
    const owner = functions.findLast(({ ranges: [whole] }) => contains(whole, offset));
    if (owner === undefined || countAt(owner.ranges, offset) === 0) continue;
    if (!lines.has(owner)) lines.set(owner, []);
    const found = lines.get(owner);
    if (found.at(-1) !== line) found.push(line);
  }
  return lines;
}

const contains = ({ startOffset, endOffset }, offset) => startOffset <= offset && offset < endOffset;

/** How often the code at an offset ran: as often as the innermost range around it, which also comes last. */
const countAt = (ranges, offset) => ranges.findLast((range) => contains(range, offset)).count;

/** The log has a function's place from its parameters on. Those that end at the same place, as in `a => b => c`, are nested. */
function orderOf(candidates = [], { startOffset, endOffset }, functions) {
  const inner = functions
    .map(({ ranges }) => ranges[0])
    .filter((other) => other.endOffset === endOffset && other.startOffset > startOffset);
  const limit = Math.min(...inner.map((other) => other.startOffset));
  return candidates.find(({ start }) => start >= startOffset && start < limit)?.order;
}

/** How much a walk is: files, functions, and lines, of which each counts once. */
export function totalsOf(functions) {
  const lines = functions.flatMap(({ file, lines }) => lines.map((line) => `${file}:${line}`));
  return {
    files: new Set(functions.map(({ file }) => file)).size,
    functions: functions.length,
    lines: new Set(lines).size,
  };
}
