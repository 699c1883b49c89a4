// Ten-fold accuracy and the number of conditions of our rules compared with Weka's JRip, on the sets and folds of ../shared.
// Usage: node bench/rules.mjs [--learner ripper] [--seeds 1,2,3,4,5] [--options '{"folds":3}'] [set …]
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fitTable } from "coppice/engine";
import { assessFolds, trialOf, truthOf } from "coppice/evaluate";
import { foldsOf, read, shared } from "./lib/sharedSets.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    learner: { type: "string", default: "ripper" },
    seeds: { type: "string", default: "1,2,3,4,5" },
    options: { type: "string", default: "{}" },
  },
});
const SETS =
  "weather-nominal contact-lenses iris wine glass labor zoo vote kyphosis stagec breast-cancer heart-c horse-colic promoters pima-diabetes wdbc titanic tic-tac-toe car kr-vs-kp hypothyroid splice mushroom";
const names = positionals.length > 0 ? positionals : SETS.split(" ");
const seeds = values.seeds.split(",").map(Number);
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
const percent = (share) => (100 * share).toFixed(2);

const rows = [];
for (const name of names) {
  const { table, target } = await read(name);
  const started = performance.now();
  const runs = seeds.map((seed) => runOf(name, table, target, seed));
  rows.push({ name, runs, jrip: jripOf(name) });
  print(rows.at(-1), (performance.now() - started) / 1000);
}
console.log("\nseed   accuracy  conditions");
for (const [i, seed] of seeds.entries()) {
  const of = (what) => mean(rows.map(({ runs }) => runs[i][what]));
  console.log(`${String(seed).padEnd(6)} ${percent(of("accuracy"))}     ${of("conditions").toFixed(1)}`);
}
const theirs = (what) => mean(rows.map(({ jrip }) => jrip[what]));
console.log(`JRip   ${percent(theirs("accuracy"))}     ${theirs("conditions").toFixed(1)}`);

function runOf(name, table, target, seed) {
  const request = { target, learner: values.learner, options: JSON.parse(values.options), seed };
  const model = fitTable(table, request);
  const truth = truthOf(model.target, table);
  const { score } = assessFolds(trialOf(request), { table, truth, folds: foldsOf(name, table.rows) });
  const conditions = model.rules.flatMap((rule) => rule.if).reduce((sum, one) => sum + bounds(one), 0);
  return { accuracy: score.accuracy, conditions, rules: model.rules.length };
}

/** JRip prints the two bounds of a range as two conditions. */
function bounds({ above, atMost }) {
  return above !== undefined && atMost !== undefined ? 2 : 1;
}

function print({ name, runs, jrip }, seconds) {
  const ours = runs.map(({ accuracy }) => percent(accuracy)).join(" ");
  const size = runs.map(({ rules, conditions }) => `${rules}/${conditions}`).join(" ");
  const average = percent(mean(runs.map(({ accuracy }) => accuracy)));
  console.log(
    `${name.padEnd(16)} ${average} (${ours}) JRip ${percent(jrip.accuracy)} | rules/conditions ${size} JRip ${jrip.rules}/${jrip.conditions} | ${seconds.toFixed(1)} s`,
  );
}

/** Its conditions are counted in its printed rules. */
function jripOf(name) {
  const of = `${shared}expected/${name}/weka-JRip`;
  const { cv, measureNumRules } = JSON.parse(readFileSync(`${of}.json`, "utf8"));
  const text = readFileSync(`${of}.txt`, "utf8");
  const rules = text.split("\n").filter((line) => / => /.test(line));
  const conditions = rules.reduce((sum, rule) => sum + (rule.match(/ (?:=|<=|>=) /g) ?? []).length, 0);
  return { accuracy: cv.accuracy, rules: measureNumRules - 1, conditions };
}
