import { parseArgs } from "node:util";
import { root } from "../../scripts/lib/root.mjs";
import { dim, green, red } from "../../scripts/lib/steps.mjs";
import { Hunt, LENGTHS } from "./hunt.mjs";
import { faults } from "./list/index.mjs";
import { placeFault } from "./place.mjs";

const HELP = `npm run faults [-- --only <name>[,<name>] --length <${LENGTHS.join("|")}> --jobs <n>]

Seeds each fault in a copy of the working tree and tells which test finds it: first the tests recorded in
guards/faults/found.tsv, then those nearest to the file, then npm test -- --quick, npm test, and npm test -- --deep,
up to the length (default: normal). A fault whose place has moved is told, and fails.`;

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    length: { type: "string", default: "normal" },
    jobs: { type: "string", default: "1" },
    help: { type: "boolean" },
  },
});
if (flags.help) console.log(HELP);
else await main();

async function main() {
  const asked = askedFaults(flags.only);
  const jobs = Number(flags.jobs);
  if (!LENGTHS.includes(flags.length)) throw new Error(`--length must be one of ${LENGTHS.join(", ")}`);
  if (!(Number.isInteger(jobs) && jobs >= 1)) throw new Error("--jobs must be an integer of at least 1");
  const queue = asked.filter((fault) => isPlaced(fault));
  const hunts = Array.from({ length: Math.min(jobs, queue.length) }, () => new Hunt());
  process.on("exit", () => {
    for (const hunt of hunts) hunt.close();
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const lost = asked.length - queue.length;
  const counts = await Promise.all(hunts.map((hunt) => work(hunt, queue)));
  for (const hunt of hunts) hunt.close();
  const found = counts.reduce((sum, count) => sum + count, 0);
  console.log(`${found} of ${asked.length} faults found${lost > 0 ? `, ${lost} have moved` : ""}`);
  if (found < asked.length) process.exitCode = 1;
}

function askedFaults(only) {
  if (only === undefined) return faults;
  const names = only.split(",");
  const unknown = names.filter((name) => !faults.some((fault) => fault.name === name));
  if (unknown.length > 0) throw new Error(`there is no fault ${unknown.join(", ")}`);
  return faults.filter(({ name }) => names.includes(name));
}

function isPlaced(fault) {
  const why = placeFault(fault, root);
  if (why !== undefined) tell(red("✗"), fault, `has moved: ${why}`);
  return why === undefined;
}

/** Takes faults from the queue; returns how many were found. */
async function work(hunt, queue) {
  let found = 0;
  await hunt.begin();
  for (let fault = queue.shift(); fault !== undefined; fault = queue.shift()) {
    const start = performance.now();
    const finder = await hunt.find(fault, flags.length);
    const seconds = dim(`${((performance.now() - start) / 1000).toFixed(1)} s`);
    if (finder === undefined) tell(red("✗"), fault, `no test finds it: ${fault.wrong} ${seconds}`);
    else {
      found++;
      tell(green("✓"), fault, `${finder.length}: ${finder.file} › ${finder.title} ${seconds}`);
    }
  }
  return found;
}

function tell(mark, { name, room }, text) {
  console.log(`${mark} ${name} ${dim(`(${room})`)}: ${text}`);
}
