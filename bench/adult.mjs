// From a compressed CSV file to a full tree, against pandas and scikit-learn in the same run. Each reading is a fresh
// process; the two take turns, and the least of each counts, because the machine is shared.
//   node bench/adult.mjs [readings] [--python python3] [--table t.csv.gz --schema s.json]
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("../", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: "string", default: "python3" },
    table: { type: "string", default: `${root}../shared/data/adult.csv.gz` },
    schema: { type: "string", default: `${root}../shared/data/adult.json` },
  },
});
if (!existsSync(values.table)) {
  console.log("no table to read: give --table and --schema");
  process.exit(0);
}
const readings = Number(positionals[0] ?? 7);
const run = (command, args) =>
  JSON.parse(
    execFileSync(command, args, {
      encoding: "utf8",
      maxBuffer: 1 << 24,
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
const ours = () =>
  run(process.execPath, [
    `${root}packages/coppice/bin/coppice.js`,
    "fit",
    values.table,
    "--schema",
    values.schema,
    "--learner",
    "cart",
    "--set",
    "prune=none",
    "--json",
  ]);
const theirs = () => run(values.python, [`${root}bench/rivals/adult.py`, values.table]);

const total = { coppice: [], rival: [] };
for (let i = 0; i < readings; i++) {
  const { seconds, size } = ours();
  const rival = theirs();
  total.coppice.push(seconds.read + seconds.fit);
  total.rival.push(rival.read + rival.fit);
  const show = (x) => x.toFixed(3).padStart(7);
  console.log(
    `coppice read ${show(seconds.read)} fit ${show(seconds.fit)} (${size.nodes} nodes)   pandas + scikit-learn read ${show(rival.read)} fit ${show(rival.fit)} (${rival.nodes} nodes)`,
  );
}
const least = { coppice: Math.min(...total.coppice), rival: Math.min(...total.rival) };
console.log(
  `\nleast: coppice ${least.coppice.toFixed(3)} s, pandas + scikit-learn ${least.rival.toFixed(3)} s, ratio ${(least.rival / least.coppice).toFixed(2)}x`,
);
