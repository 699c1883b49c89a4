// Ten-fold accuracy (or root mean squared error) and out-of-bag error of our forests compared with ranger's, on the sets and folds of ../shared.
// Usage: node bench/forests.mjs [--learner forest] [--trees 500] [--seed 1] [set …]
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fitTable } from "coppice/engine";
import { assessFolds, trialOf, truthOf } from "coppice/evaluate";
import { foldsOf, read, shared } from "./lib/sharedSets.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    learner: { type: "string", default: "forest" },
    trees: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
  },
});
const SETS =
  "weather-nominal contact-lenses iris wine glass labor zoo vote kyphosis stagec breast-cancer heart-c horse-colic promoters pima-diabetes wdbc titanic tic-tac-toe car kr-vs-kp hypothyroid splice mushroom car-test-frame cu-summary cpu servo auto-mpg solder airfoil winequality-red abalone";
const names = positionals.length > 0 ? positionals : SETS.split(" ");
const totals = { ours: 0, theirs: 0, oob: 0, theirOob: 0, sets: 0 };

console.log("set                  ours   ranger |  our oob  ranger's (its seeds) | seconds");
for (const name of names) {
  const { table, target } = await read(name);
  const options = { trees: Number(values.trees), importance: "none" };
  const request = { target, learner: values.learner, options, seed: Number(values.seed) };
  const started = performance.now();
  const model = fitTable(table, request);
  const trial = trialOf({ ...request, options: { ...options, oob: false } });
  const truth = truthOf(model.target, table);
  const { score } = assessFolds(trial, { table, truth, folds: foldsOf(name, table.rows) });
  const seconds = (performance.now() - started) / 1000;
  print(name, score, model, expected(name), seconds);
}
const { sets } = totals;
if (sets > 0) {
  const mean = (sum) => (sum / sets).toFixed(4);
  console.log(
    `mean accuracy over ${sets} sets: ours ${mean(totals.ours)}, ranger's ${mean(totals.theirs)}; ` +
      `out-of-bag error ${mean(totals.oob)}, ranger's ${mean(totals.theirOob)}`,
  );
}

function expected(name) {
  const file = `${shared}expected/${name}/r-forests.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).ranger : undefined;
}

function print(name, score, model, ranger, seconds) {
  const ours = score.kind === "classification" ? score.accuracy : score.rmse;
  const theirs = ranger?.cv?.accuracy ?? ranger?.cv?.rmse ?? Number.NaN;
  const oob = model.report?.curves?.[0].values.at(-1) ?? Number.NaN;
  const seeds = ranger?.oobErrorSeeds ?? [ranger?.oobError ?? Number.NaN];
  const range = `${Math.min(...seeds).toFixed(4)}–${Math.max(...seeds).toFixed(4)}`;
  console.log(
    `${name.padEnd(18)} ${ours.toFixed(4).padStart(7)}  ${theirs.toFixed(4).padStart(7)} | ${oob.toFixed(4).padStart(8)}  ${range.padStart(20)} | ${seconds.toFixed(1)}`,
  );
  if (score.kind !== "classification" || !Number.isFinite(theirs)) return;
  totals.sets++;
  totals.ours += ours;
  totals.theirs += theirs;
  totals.oob += oob;
  totals.theirOob += seeds.reduce((a, b) => a + b, 0) / seeds.length;
}
