/** Model files in which one thing is wrong, of each kind of model: every field is left out, and is of another type or out of range. */
import { tableNamed } from "./tables.mjs";
import { BASE } from "./values.mjs";

const KINDS = {
  tree: ["cart", "classification", { missing: "surrogate", competitors: 1 }],
  derived: ["cart", "regression", { missing: "indicator" }],
  filled: ["cart", "classification", { missing: "likely" }],
  shares: ["c45", "classification", {}],
  combined: ["linearTree", "classification", {}],
  soft: ["softTree", "classification", {}],
  formulas: ["modelTree", "regression", {}],
  classifiers: ["logisticLeaves", "classification", {}],
  forest: ["forest", "classification", { trees: 2, maxDepth: 2 }],
  boosted: ["gradientBoost", "regression", { rounds: 2, maxLeaves: 3 }],
  bagged: ["bagging", "classification", { trees: 2, of: "oneR" }],
  rules: ["ripper", "classification", {}],
  voting: ["ruleFit", "classification", {}],
  valued: ["regressionRules", "regression", {}],
  neighbours: ["knn", "classification", {}],
  stream: ["hoeffding", "classification", {}],
};

export function modelFaults(product) {
  const seen = new Set();
  return Object.entries(KINDS).flatMap(([kind, [learner, task, options]]) => {
    const { columns, rows, request } = tableNamed("tiny", task);
    const wanted = { ...request, learner, options: { ...BASE[learner], ...options } };
    const whole = JSON.stringify(product.node.modelJson(product.engine.fitTable({ columns, rows }, wanted)));
    return placesIn(JSON.parse(whole)).flatMap(({ path, name }) =>
      faultsAt(JSON.parse(whole), path).flatMap(([what, wrong]) => {
        const format = JSON.parse(whole).format;
        const isKnown = seen.has(`${format} ${name} ${what}`);
        seen.add(`${format} ${name} ${what}`);
        if (isKnown) return [];
        return [
          {
            key: `model ${kind} ${name} ${what}`,
            quick: seen.size % 8 === 0,
            attempt: () => product.node.parseModel(changed(JSON.parse(whole), path, wrong)),
          },
        ];
      }),
    );
  });
}

/** The places in a value, of those with the same name the first: `nodes.*.test.kind`. */
function placesIn(value) {
  const places = new Map();
  const visit = (here, path, name) => {
    // What a model says of its options is for readers only.
    if (name === "options") return;
    if (name !== "" && !places.has(name)) places.set(name, { path, name });
    if (typeof here !== "object" || here === null) return;
    for (const [key, inner] of Object.entries(here)) {
      const step = Array.isArray(here) ? "*" : key;
      visit(inner, [...path, key], name === "" ? step : `${name}.${step}`);
    }
  };
  visit(value, [], "");
  return [...places.values()];
}

const ABSENT = Symbol("absent");

function faultsAt(model, path) {
  const value = path.reduce((here, key) => here[key], model);
  const faults = [["absent", ABSENT]];
  if (typeof value === "number") faults.push(["below", -7.5], ["beyond", 1e9], ["text", "1"]);
  else if (typeof value === "string") faults.push(["unknown", `${value}x`], ["number", 1]);
  else if (typeof value === "boolean") faults.push(["text", "true"]);
  else if (Array.isArray(value)) faults.push(["empty", []], ["object", {}]);
  else faults.push(["list", []], ["more", { ...value, wrong: 1 }]);
  return faults;
}

function changed(model, path, wrong) {
  const last = path[path.length - 1];
  const holder = path.slice(0, -1).reduce((here, key) => here[key], model);
  if (wrong !== ABSENT) holder[last] = wrong;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return model;
}
