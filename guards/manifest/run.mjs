/**
 * The manifest: every fit, refusal and output of a list, by the hash of what came out.
 *
 *   npm run manifest                        compares with guards/manifest/recorded
 *   npm run manifest -- --write             records what comes out now
 *   npm run manifest -- --only "cart .* by disk"   only cases whose names contain this, a regular expression
 *   npm run manifest -- --quick             only the cases that are part of npm test
 *   npm run manifest -- --against <commit>  builds that commit elsewhere and shows the first difference of each change
 */
import { parseArgs } from "node:util";
import { root } from "../../scripts/lib/root.mjs";
import { differencesFrom } from "./against.mjs";
import { changeText, summaryText } from "./compare.mjs";
import { checkManifest } from "./manifest.mjs";
import { PARTS, readRecorded, writeRecorded } from "./records.mjs";

const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    against: { type: "string" },
    part: { type: "string" },
    slowest: { type: "boolean", default: false },
  },
});

const chosen = { quick: values.quick, only: values.only, parts: values.part ? [values.part] : PARTS };
const startedAt = performance.now();
let cpu = 0;
const slow = [];

const results = await checkManifest(root, { ...chosen, onDone: progress });
clearProgress();
if (values.against !== undefined) await showDifferences(values.against);
else if (values.write) for (const { part, found, isComplete } of results) record(part, found, isComplete);
else for (const { changes } of results) for (const change of changes) console.log(changeText(change));
if (values.slowest) showSlowest();
if (values.against === undefined) end(results);

async function showDifferences(commit) {
  const differences = await differencesFrom(root, commit, results, progress);
  clearProgress();
  for (const { key, difference } of differences) console.log(`${key}\n  ${difference}`);
  const count = differences.length;
  console.log(count === 0 ? `nothing differs from ${commit}` : `${count} cases differ from ${commit}`);
}

function showSlowest() {
  const some = slow.sort((a, b) => b.cpu - a.cpu).slice(0, 40);
  console.log(some.map(({ cpu: seconds, key }) => `${seconds.toFixed(2)} ${key}`).join("\n"));
}

function clearProgress() {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
}

function progress(part, done, all, outcome) {
  cpu += outcome.cpu;
  slow.push(outcome);
  const text = `${part} ${done}/${all}`;
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  else if (done % 500 === 0) process.stderr.write(`${text}\n`);
}

/** Of cases that were not asked for, what is recorded stays. */
function record(part, found, isComplete) {
  const kept = isComplete ? new Map() : readRecorded(part);
  for (const [key, line] of found) kept.set(key, line);
  writeRecorded(part, kept);
}

function end(all) {
  const cases = all.reduce((sum, { cases: n }) => sum + n, 0);
  const changes = all.flatMap(({ changes: some }) => some);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const took = `${cases} cases in ${seconds} s (${cpu.toFixed(0)} s of CPU)`;
  if (changes.length === 0) console.log(`the manifest is as recorded: ${took}`);
  else if (values.write) console.log(`recorded: ${took}; ${summaryText(changes)}`);
  else {
    console.log(
      `${took}: ${summaryText(changes)}\nThe first difference of each: npm run manifest -- --against HEAD~1`,
    );
    console.log("If this is meant: npm run manifest -- --write");
    process.exitCode = 1;
  }
}
