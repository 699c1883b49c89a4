/** Requests that make no sense, and tables that nothing can be learned from or read. */

const numeric = (name, ...values) => ({ type: "numeric", name, values: Float64Array.from(values) });
const nominal = (name, levels, ...codes) => ({
  type: "nominal",
  name,
  levels,
  codes: Int32Array.from(codes),
});

const X = numeric("x", 1, 2, 3, 4);
const Y = nominal("y", ["p", "q"], 0, 1, 0, 1);
const table = (...columns) => ({ rows: 4, columns });
const GOOD = table(X, Y);

const TABLES = {
  "no attribute": [table(Y)],
  "no rows": [{ rows: 0, columns: [numeric("x"), nominal("y", ["p"])] }],
  "a target that is not there": [GOOD, { target: "z" }],
  "a target without values": [table(X, nominal("y", ["p"], -1, -1, -1, -1))],
  "a target of strings": [table(X, { ...Y, type: "string" })],
  "a target that is infinite": [table(X, numeric("y", 1, 2, Number.POSITIVE_INFINITY, 3))],
  "an attribute that is infinite": [table(numeric("x", 1, Number.NEGATIVE_INFINITY, 2, 3), Y)],
  "a code beyond the levels": [table(nominal("k", ["a"], 0, 1, 0, 0), Y)],
  "columns of different lengths": [table(numeric("x", 1, 2), Y)],
  "two columns of one name": [table(X, X, Y)],
  "a weight below zero": [table(X, numeric("w", 1, -1, 1, 1), Y), { weight: "w" }],
  "a weight that is missing": [table(X, numeric("w", 1, Number.NaN, 1, 1), Y), { weight: "w" }],
  "weights of zero": [table(X, numeric("w", 0, 0, 0, 0), Y), { weight: "w" }],
  "a weight that is a level": [table(X, nominal("w", ["a"], 0, 0, 0, 0), Y), { weight: "w" }],
  "a weight that is not there": [GOOD, { weight: "w" }],
  "a weight that is the target": [GOOD, { weight: "y" }],
  "a row key twice": [table(X, numeric("id", 1, 1, 2, 3), Y), { rowKey: "id", learner: "forest" }],
  "a row key with a fraction": [
    table(X, numeric("id", 1.5, 1, 2, 3), Y),
    { rowKey: "id", learner: "forest" },
  ],
  "a row key that is missing": [
    table(X, numeric("id", Number.NaN, 1, 2, 3), Y),
    { rowKey: "id", learner: "forest" },
  ],
  "attributes that are not there": [GOOD, { attributes: ["x", "z"] }],
  "no attributes": [GOOD, { attributes: [] }],
  "ignored columns that are not there": [GOOD, { ignore: ["z"] }],
  "all columns ignored": [GOOD, { ignore: ["x"] }],
};

const REQUESTS = {
  "no target": { target: undefined },
  "a target that is no name": { target: 3 },
  "an unknown learner": { learner: "chart" },
  "a learner that is none": { learner: {} },
  "a learner of the other task": { learner: "modelTree" },
  "an unknown option": { options: { minleaf: 3 } },
  "options that are none": { options: 3 },
  "a seed that is none": { seed: "x" },
  "a fractional seed": { seed: 0.5 },
  "a field of another library": { random_state: 3 },
  "an unknown field": { colour: 1 },
  "threads of zero": { threads: 0 },
  "rules for a tree": { rules: "LOCKED IF x > 3 THEN p" },
  "rules that are no rules": { learner: "ripper", rules: "LOCKED IF THEN p" },
  "rules about another column": { learner: "ripper", rules: "LOCKED IF z > 3 THEN p" },
  "rules for another class": { learner: "ripper", rules: "LOCKED IF x > 3 THEN r" },
  "a model to go on from for a tree": { continueFrom: { training: {} } },
  "priors for other classes": { options: { priors: { r: 1, s: 2 } } },
  "priors of zero": { options: { priors: { p: 0, q: 0 } } },
  "a loss for other classes": {
    options: {
      loss: [
        [0, 1, 1],
        [1, 0, 1],
        [1, 1, 0],
      ],
    },
  },
  "a loss with a price on what is right": {
    options: {
      loss: [
        [1, 1],
        [1, 0],
      ],
    },
  },
  "costs of other attributes": { options: { attributeCosts: { z: 3 } } },
  "costs below zero": { options: { attributeCosts: { x: -3 } } },
  "numbers without values that are combined": { learner: "linearTree" },
  "a committee and its neighbours": { learner: "logisticLeaves", options: { members: 3, neighbours: 3 } },
  "settings for a learner within that does not have them": {
    learner: "bagging",
    options: { settings: { wrong: 3 } },
  },
  "settings within that are out of range": { learner: "bagging", options: { "of.minLeaf": 0 } },
  "monotone in a level": { learner: "gradientBoost", options: { monotone: { z: 1 } } },
};

const DATA = {
  nothing: undefined,
  "a number": 3,
  "no rows": [],
  "rows that are numbers": [1, 2],
  "columns of different lengths": { x: [1, 2], y: ["p"] },
  "columns that are no lists": { x: 1, y: 2 },
  "rows with objects as cells": [{ x: { a: 1 }, y: "p" }],
};

export function requestFaults({ node, engine }) {
  const usual = { target: "y", learner: "cart" };
  return [
    ...Object.entries(TABLES).map(([what, [rows, request]]) => ({
      key: `table ${what}`,
      quick: true,
      attempt: () => node.fitSync(rows, { ...usual, ...request }),
    })),
    ...Object.entries(TABLES).map(([what, [rows, request]]) => ({
      key: `table in the engine ${what}`,
      attempt: () => engine.fitTable(rows, { ...usual, ...request }),
    })),
    ...Object.entries(REQUESTS).map(([what, request]) => ({
      key: `request ${what}`,
      quick: true,
      attempt: () => node.fit(GOOD, { ...usual, ...request }),
    })),
    ...Object.entries(DATA).map(([what, data]) => ({
      key: `data ${what}`,
      quick: true,
      attempt: () => node.fitSync(data, usual),
    })),
    ...uses({ node }),
  ];
}

/** A model, and tables that lack what it needs. */
function uses({ node }) {
  const model = node.fitSync(GOOD, { target: "y", options: { minLeaf: 1 } });
  const attempts = {
    "predict with a table without the attribute": () => node.predict(model, table(Y)),
    "predict with an attribute of another type": () =>
      node.predict(model, table(nominal("x", ["a"], 0, 0, 0, 0), Y)),
    "predict with nothing": () => node.predict(model, undefined),
    "predict with no model": () => node.predict({}, GOOD),
    "explain a row that is not there": () => node.explain(model, GOOD, { rows: [9] }),
    "prune by an unknown method": () => node.prune(model, { by: "scissors" }),
    "prune by rows that are not given": () => node.prune(model, { by: "reducedError" }),
    "harden a tree that is hard": () => node.harden(model, GOOD),
    "remove a node that is not there": () => node.removeNode(model, [9]),
    "proximities of a single tree": () => node.proximities(model, GOOD),
    "the member of a single tree": () => node.memberTree(model, 0),
    "save in an unknown format": () => node.saveModel(model, { format: "xml" }),
    "describe with a target that is not there": () => node.describeTable(GOOD, { target: "z" }),
  };
  return Object.entries(attempts).map(([what, attempt]) => ({ key: `use ${what}`, quick: true, attempt }));
}
