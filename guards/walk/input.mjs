import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { quietly } from "../../scripts/lib/steps.mjs";
import { runner } from "./places.mjs";

/** What each verb is given where the user names no file. */
const FILES = new Map(
  Object.entries({
    ...{ fit: ["table"], evaluate: ["table"], compare: ["table"], curve: ["table"], variance: ["table"] },
    ...{ stability: ["table"], describe: ["table"], stream: ["table"] },
    ...{ predict: ["model", "table"], explain: ["model", "table"], transform: ["model", "table"] },
    ...{ edit: ["model", "table"], candidates: ["model", "table"], rows: ["model", "table"] },
    ...{ prune: ["model", "table"], show: ["model"], rules: ["model"], sql: ["model"] },
  }),
);
/** Learners that predict numbers only. */
const REGRESSION = new Set(["modelTree", "regressionRules"]);

/** The arguments with a generated table, a model of it and a target, where the verb needs them and the user names none. */
export async function withInput(args, folder) {
  const [verb, ...rest] = args;
  const needed = FILES.get(verb);
  if (needed === undefined || rest.some((word) => word === "--help" || isFile(word))) return args;
  const table = join(folder, "orchard.csv");
  writeFileSync(table, orchard());
  const files = [];
  for (const kind of needed) files.push(kind === "table" ? table : await modelOf(table, folder));
  const needsTarget = needed[0] === "table" && !rest.includes("--target");
  return [verb, ...files, ...rest, ...(needsTarget ? targetOf(rest) : [])];
}

const isFile = (word) => word === "-" || /^\w+:./.test(word) || existsSync(word);

/** Each of the two possible targets tells the other. */
const CLASS = ["--target", "grade", "--ignore", "yield"];
const NUMBER = ["--target", "yield", "--ignore", "grade"];

const targetOf = (words) =>
  words.some((word, at) => words[at - 1] === "--learner" && REGRESSION.has(word)) ? NUMBER : CLASS;

async function modelOf(table, folder) {
  const model = join(folder, "model.json");
  const fit = [process.execPath, "--no-warnings", runner, join(folder, "unused.json"), "fit", table];
  const { code, output } = await quietly([...fit, ...CLASS, "--out", model]);
  if (code !== 0) throw new Error(`no model of the generated table:\n${output.trimEnd()}`);
  return model;
}

/** 240 trees of an orchard: two numbers, one with gaps, a variety, a class of three and a number to predict. */
function orchard() {
  const rows = Array.from({ length: 240 }, (_, row) => {
    const age = 1 + ((row * 37) % 60);
    const sun = ((row * 53) % 97) / 8;
    const variety = ["Boskoop", "Elstar", "Gala", "Jonagold"][(row * 7 + (age >> 4)) % 4];
    const size = age / 12 + (sun > 6 ? 2 : 0) + (variety === "Gala" ? 1.5 : 0) + ((row * 29) % 11) / 10;
    const grade = size > 5 ? "large" : size > 3 ? "middling" : "small";
    return [age, row % 13 === 5 ? "" : sun, variety, grade, Math.round(100 * size) / 10].join(",");
  });
  return `${["age,sun,variety,grade,yield", ...rows].join("\n")}\n`;
}
