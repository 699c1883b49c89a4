import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { main } from "../../scripts/lib/main.mjs";
import { differences, recordedText } from "./totals.mjs";
import { totalsOf, walk } from "./walk.mjs";

const RECORDED = fileURLToPath(new URL("./recorded.tsv", import.meta.url));
const USAGE = `npm run walk -- fit --learner cart    the functions that a command runs, in the order of their first calls
npm run walk -- --totals              how many files, functions and lines run, by command
npm run walk -- --totals --check      compare with guards/walk/recorded.tsv
npm run walk -- --totals --write      write them there`;

const [first, ...rest] = process.argv.slice(2);
await main(async () => {
  if (first === undefined) console.log(USAGE);
  else if (first !== "--totals") printWalk(await walk([first, ...rest]));
  else if (rest.includes("--check")) check(await recordedText());
  else if (rest.includes("--write")) writeFileSync(RECORDED, await recordedText());
  else process.stdout.write(await recordedText());
});

/** A file is named again when the walk comes back to it. */
function printWalk(functions) {
  let at;
  for (const { file, name, calls } of functions) {
    if (file !== at) console.log(file);
    at = file;
    console.log(`  ${name}${calls > 1 ? `  ×${calls}` : ""}`);
  }
  const { files, functions: count, lines } = totalsOf(functions);
  console.log(`${files} files, ${count} functions, ${lines} lines`);
}

function check(found) {
  const faults = differences(existsSync(RECORDED) ? readFileSync(RECORDED, "utf8") : "", found);
  if (faults.length === 0) return console.log("the walks are as recorded");
  for (const fault of faults) console.error(fault);
  console.error(
    "If the change is intended: npm run walk -- --totals --write, and look at the diff of guards/walk/recorded.tsv.",
  );
  process.exitCode = 1;
}
