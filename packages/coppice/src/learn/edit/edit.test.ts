import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { classesSaid, codesIn } from "../../../test/kit/answers.js";
import { draws, forAll, itHolds, mixedTable, refusal, rowsFrom, tune } from "../../../test/kit/index.js";
import { withoutKernels } from "../../../test/kit/withoutKernels.js";
import { testTeam } from "../../../test/testTeam.js";
import { CoppiceError } from "../../base/errors.js";
import { type Random, random } from "../../base/random.js";
import { classTreeTuning } from "../../engine/memory/classTree.js";
import { MemoryEngine } from "../../engine/memory/engine.js";
import { mixedTreeTuning } from "../../engine/memory/mixedTree.js";
import type { Team } from "../../kernels/team.js";
import type { Edit } from "../../model/edit.js";
import { nodeAt, nodePaths } from "../../model/nodePath.js";
import { parseModel } from "../../model/parse.js";
import { isSplit, type SplitNode, type TreeModel } from "../../model/tree.js";
import { endsOf } from "../../model/walk.js";
import { friedman1, tennis } from "../../synthetic/index.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { table } from "../../testing/index.js";
import { fitTable } from "../fit.js";
import { edit, editSync, replay, replaySync, workbookOf } from "./edit.js";
import { growWholeTuning } from "./growWhole.js";

const text = (model: Pick<TreeModel, "nodes">) => JSON.stringify(model.nodes);

/** The nodes below a path, with branches counted from it. */
function below(model: TreeModel, path: string): string {
  const at = nodeAt(model, path);
  const end = endsOf(model)[at];
  const part = model.nodes
    .slice(at, end)
    .map((node) => (isSplit(node) ? { ...node, branches: node.branches.map((b) => b - at) } : node));
  return JSON.stringify(part);
}

const days = tennis();
const play = fitTable(days, { target: "Play", learner: "id3" });
const codeOf = (run: () => unknown) => refusal(run).split(":")[0];

/** The node of a path, which has a test. */
function splitAt(model: TreeModel, path = "root"): SplitNode {
  const node = model.nodes[nodeAt(model, path)];
  if (!isSplit(node)) throw new Error(`${path} has no test`);
  return node;
}

const splitBy = (test: object, node = "root") => ({ kind: "split", node, test }) as Edit;
const bestOn = (attribute: string, node?: string) => splitBy({ kind: "best", attribute }, node);
const prune = (node: string): Edit => ({ kind: "prune", node });
const regrow = (node: string): Edit => ({ kind: "regrow", node });
const lock = (node: string): Edit => ({ kind: "lock", node });
const unlock = (node: string): Edit => ({ kind: "unlock", node });
const note = (node: string, text: string): Edit => ({ kind: "note", node, text });
const noOutlook: Edit = { kind: "forbid", node: "root", attributes: ["Outlook"] };
/** The tree of the days with these edits. */
const played = (...edits: Edit[]) => editSync(play, days, edits);
const nameOf = (model: TreeModel, { test }: SplitNode) => model.attributes[test.attribute].name;

/*
 * Tennis, 9 yes and 5 no. By Outlook: Sunny 2 3 (days 1 2 8 9 11), Overcast 4 0, Rainy 3 2. Humidity High: 3 4, Normal: 6 1.
 * Levels are in the order of the table: Sunny, Overcast, Rainy.
 */
it("splitting by hand divides the rows by the test, and has the learner go on below", () => {
  const model = played(splitBy({ kind: "levels", attribute: "Humidity" }));
  const root = splitAt(model);
  expect(nameOf(model, root)).toBe("Humidity");
  // 14 · 0.940286 - 7 · 0.985228 - 7 · 0.591673 = 14 · 0.151836 bits
  expect(root.gain).toBeCloseTo(0.151836, 6);
  // Yes and no at High, Normal and Low, a level that no day has: its node repeats the counts of its parent.
  const counts = root.branches.map((branch) => (model.nodes[branch] as { counts?: object }).counts);
  expect(model.target.levels).toEqual(["yes", "no"]);
  expect(counts.join(" ")).toBe("3,4 6,1 9,5");
  // What is below is what id3 makes of these days alone.
  const humidity = codesIn(days, "Humidity");
  for (const branch of [0, 1]) {
    const rows = [...humidity.keys()].filter((row) => humidity[row] === branch);
    const part = fitTable(selectRows(days, rows), { target: "Play", learner: "id3" });
    expect(below(model, String(branch))).toBe(text(part));
  }
});

it("splitting by hand takes the best test that the learner finds on an attribute", () => {
  expect(text(played(bestOn("Wind")))).toBe(text(played(splitBy({ kind: "levels", attribute: "Wind" }))));
});

it("splitting by hand places thresholds and sets where they are asked for, in a regression tree too", () => {
  const table = friedman1({ rows: 80, seed: 2 });
  const target = table.columns.at(-1)!.name;
  const model = fitTable(table, { target, learner: "cart", options: { maxDepth: 2, prune: "none" } });
  const [x, y] = [table.columns[2], table.columns.at(-1)!];
  if (x.type !== "numeric" || y.type !== "numeric") throw new Error("numbers");
  const made = editSync(model, table, [splitBy({ kind: "threshold", attribute: x.name, threshold: 0.4 })]);
  const root = splitAt(made);
  const sides = [0, 1].map((side) =>
    Array.from(y.values).filter((_, row) => (x.values[row] <= 0.4 ? 0 : 1) === side),
  );
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const sse = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0);
  root.branches.forEach((branch, b) => {
    const node = made.nodes[branch];
    expect(node.weight).toBe(sides[b].length);
    expect("value" in node && node.value).toBeCloseTo(mean(sides[b]), 6);
  });
  expect(root.gain).toBeCloseTo((sse(Array.from(y.values)) - sse(sides[0]) - sse(sides[1])) / 80, 6);
  // Below, nodes are as deep as the learner's limit allows.
  expect(nodePaths(made).every((path) => path.split(".").length <= 2)).toBe(true);
});

it("splitting by hand of a leaf gives it a test", () => {
  const model = fitTable(days, { target: "Play", learner: "id3", options: { maxDepth: 1 } });
  const leaf = nodePaths(model)[1];
  const made = editSync(model, days, [bestOn("Humidity", leaf)]);
  // The days of the first branch, divided by Humidity: no deeper, since maxDepth holds below.
  expect(made.nodes.length).toBe(model.nodes.length + 3);
});

describe("changing a test", () => {
  const table = mixedTable({ rows: 120, seed: 5, target: "classes", missing: 0.1 });
  const model = fitTable(table, { target: "y", learner: "cart", options: { prune: "none", minLeaf: 5 } });
  const paths = nodePaths(model);
  const pathOf = (kind: string) => {
    const at = model.nodes.findIndex((node) => isSplit(node) && node.test.kind === kind);
    return { path: paths[at], node: splitAt(model, paths[at]) };
  };

  it("moves a threshold, and no rows outside", () => {
    const { path, node } = pathOf("threshold");
    if (node.test.kind !== "threshold") throw new Error("threshold");
    const { attribute, threshold } = node.test;
    const column = table.columns[attribute];
    if (column.type !== "numeric") throw new Error("numbers");
    const larger = [...column.values].filter((value) => value > threshold).sort((a, b) => a - b);
    const moved = editSync(model, table, [{ kind: "threshold", node: path, threshold: larger[1] }]);
    const now = splitAt(moved, path);
    expect(now.test).toEqual({ ...node.test, threshold: larger[1] });
    expect(now.weight).toBe(node.weight);
    expect(now.branches.reduce((sum, branch) => sum + moved.nodes[branch].weight, 0)).toBe(node.weight);
    expect(now.gain).toBeLessThan(node.gain);
  });

  it("moves levels to the other side", () => {
    const { path, node } = pathOf("subset");
    if (node.test.kind !== "subset") throw new Error("subset");
    const { left, right, attribute } = node.test;
    const [from, to] = left.length > 1 ? [left, 1] : [right, 0];
    const level = model.attributes[attribute].levels![from[0]];
    const moved = editSync(model, table, [{ kind: "levels", node: path, levels: [level], to }]);
    const { test } = splitAt(moved, path);
    if (test.kind !== "subset") throw new Error("no subset");
    expect([...test.left, ...test.right].sort()).toEqual([...left, ...right].sort());
    expect(to === 1 ? test.right : test.left).toContain(from[0]);
    const back = editSync(moved, table, [{ kind: "levels", node: path, levels: [level], to: 1 - to }]);
    // The gain of a set is computed by another order of additions than in the search.
    expect(splitAt(back, path).test).toEqual(node.test);
  });

  it("sends missing values to a branch, and keeps that when the threshold moves", () => {
    const { path, node } = pathOf("threshold");
    if (node.test.kind !== "threshold" || node.missing.kind !== "branch") throw new Error("a branch");
    const to = 1 - node.missing.to;
    const sent = editSync(model, table, [{ kind: "missing", node: path, to }]);
    expect(splitAt(sent, path)).toMatchObject({ missing: { kind: "branch", to }, test: node.test });
    const other = node.test.threshold - 1e-9;
    const moved = editSync(sent, table, [{ kind: "threshold", node: path, threshold: other }]);
    expect(splitAt(moved, path)).toMatchObject({ missing: { kind: "branch", to } });
  });
});

it("forbidden attributes are tested nowhere below, and others as if the column were not there", () => {
  const model = played(noOutlook);
  const columns = days.columns.filter(({ name }) => name !== "Outlook");
  const without = fitTable({ ...days, columns }, { target: "Play", learner: "id3" });
  const named = (tree: TreeModel) =>
    tree.nodes.map((node) => ({
      ...node,
      ...(isSplit(node) && { test: { ...node.test, attribute: nameOf(tree, node) } }),
    }));
  expect(named(model)).toEqual(named(without));
  const lifted = editSync(model, days, [{ kind: "forbid", node: "root", attributes: [] }]);
  expect(text(lifted)).toBe(text(play));
});

it("constraints hold for what is grown later", () => {
  const model = played(noOutlook, bestOn("Temperature"), regrow("0"));
  const used = model.nodes.filter(isSplit).map((node) => nameOf(model, node));
  expect(used[0]).toBe("Temperature");
  expect(used).not.toContain("Outlook");
});

it("preferred attributes come first wherever they separate classes", () => {
  const model = played({ kind: "prefer", node: "root", attributes: ["Wind"] });
  expect(nameOf(model, splitAt(model))).toBe("Wind");
  // Below, Wind has one value: other attributes follow, the best of them first.
  expect(text(model)).toBe(text(played(bestOn("Wind"))));
});

it("pruning makes a leaf with the node's counts", () => {
  const made = played(prune("0"));
  const { test, branches, missing, gain, ...facts } = splitAt(play, "0");
  expect(made.nodes[nodeAt(made, "0")]).toEqual(facts);
  expect(below(made, "2")).toBe(below(play, "2"));
});

it("a label is what the leaf predicts; its counts stay", () => {
  const model = played(prune("0"));
  const levels = model.target.levels!;
  const leaf = model.nodes[nodeAt(model, "0")];
  if (!("counts" in leaf)) throw new Error("classes");
  const other = levels[1 - leaf.label];
  const made = editSync(model, days, [{ kind: "label", node: "0", label: other }]);
  expect(made.nodes[nodeAt(made, "0")]).toEqual({ ...leaf, label: 1 - leaf.label });
  const [before, after] = [model, made].map((tree) => classesSaid(tree, days).labels);
  expect(after.filter((label, row) => label !== before[row]).length).toBe(leaf.weight);
});

it("a value is predicted with the error of its rows around it", () => {
  const rows = table`x,y\n1,0\n1,1\n1,2\n2,10\n2,11\n2,15`;
  const model = fitTable(rows, { target: "y", learner: "cart", options: { prune: "none", maxDepth: 1 } });
  const made = editSync(model, rows, [{ kind: "label", node: "1", label: 11 }]);
  // (10 - 11)² + 0 + (15 - 11)² = 17, over three rows.
  expect(made.nodes[2]).toEqual({ weight: 3, value: 11, error: 17 / 3 });
});

it("notes and locks change no node", () => {
  const made = played(note("0", "sunny days <b>"), lock("0"), note("0", "even there"), unlock("0"));
  expect(text(made)).toBe(text(play));
  expect(made.edits?.length).toBe(4);
  expect(parseModel(JSON.parse(JSON.stringify(made)))).toEqual(made);
});

const locked = played(bestOn("Temperature", "0"), lock("0"));

it("a locked part stays byte for byte when what is above it is regrown", () => {
  const free = editSync(locked, days, [bestOn("Temperature", "2"), regrow("root")]);
  expect(below(free, "0")).toBe(below(locked, "0"));
  expect(below(free, "2")).toBe(below(play, "2"));
  expect(splitAt(free).test).toEqual(splitAt(play).test);
});

it.each([
  ...[prune("0"), regrow("0.1"), lock("0.1"), prune("root"), bestOn("Wind")],
  { kind: "label", node: "0.0", label: "yes" } as Edit,
])("a locked part refuses %j", (one) => {
  expect(codeOf(() => editSync(locked, days, [one]))).toBe("EDIT_LOCKED");
  expect(codeOf(() => editSync(locked, days, [unlock("0"), one]))).not.toBe("EDIT_LOCKED");
});

describe("refused edits", () => {
  const numbers = friedman1({ rows: 40, seed: 1 });
  const target = numbers.columns.at(-1)!.name;
  const tree = fitTable(numbers, { target, learner: "cart", options: { prune: "none", minLeaf: 5 } });
  const x = numbers.columns[0].name;

  it.each<[string, Edit]>([
    ["NODE_UNKNOWN", prune("7")],
    ["NODE_UNKNOWN", prune("0.0.0.0.0.0.0.0")],
    ["EDITS_INVALID", prune("/0/1")],
    ["EDITS_INVALID", { kind: "grow", node: "0" } as never],
    ["EDITS_INVALID", { kind: "prune", node: "0", also: 1 } as never],
    ["EDITS_INVALID", splitBy({ kind: "threshold", attribute: x, threshold: Number.NaN }, "0")],
    ["COLUMN_UNKNOWN", { kind: "forbid", node: "0", attributes: ["nothing"] }],
    ["COLUMN_UNKNOWN", bestOn("nothing", "0")],
    ["EDIT_EMPTY", splitBy({ kind: "threshold", attribute: x, threshold: 99 }, "0")],
    ["EDIT_EMPTY", splitBy({ kind: "intervals", attribute: x, edges: [0.5, 99] }, "0")],
    ["EDIT_INVALID", splitBy({ kind: "levels", attribute: x }, "0")],
    ["EDIT_INVALID", splitBy({ kind: "threshold", attribute: x, threshold: "high" }, "0")],
    ["EDIT_INVALID", splitBy({ kind: "intervals", attribute: x, edges: [2, 1] })],
    ["EDIT_INVALID", { kind: "label", node: "root", label: 1 }],
    ["EDIT_INVALID", { kind: "levels", node: "root", levels: [], to: 1 }],
    ["EDIT_INVALID", { kind: "missing", node: "root", to: 5 }],
    ["EDIT_INVALID", unlock("root")],
  ])("%s: %j", (code, one) => {
    expect(codeOf(() => editSync(tree, numbers, [one]))).toBe(code);
  });

  it.each([
    ["LEVEL_UNKNOWN", { left: ["Snowy"] }],
    ["EDIT_INVALID", { left: ["Sunny"], right: ["Rainy"] }],
    ["EDIT_INVALID", { left: ["Sunny"], right: ["Sunny", "Rainy", "Overcast"] }],
    ["EDIT_EMPTY", { left: [] }],
    ["not refused", { left: ["Sunny"] }],
  ])("of sets of levels: %s: %j", (code, sides) => {
    const one = splitBy({ kind: "subset", attribute: "Outlook", ...sides });
    expect(codeOf(() => played(one))).toBe(code);
  });

  it("of other classes, rows, models, and learners that grow trees whole", () => {
    const perhaps: Edit = { kind: "label", node: "1", label: "Perhaps" };
    expect(codeOf(() => played(perhaps))).toBe("LEVEL_UNKNOWN");
    const half = rowsFrom(days, 0, 7);
    expect(codeOf(() => editSync(play, half, [regrow("root")]))).toBe("MODEL_MISMATCH");
    const forest = fitTable(days, { target: "Play", learner: "forest", options: { trees: 2 } });
    expect(codeOf(() => editSync(forest, days, [regrow("root")]))).toBe("MODEL_KIND");
    const rules = fitTable(days, { target: "Play", learner: "ripper" });
    expect(codeOf(() => editSync(rules, days, []))).toBe("MODEL_KIND");
    const optimal = fitTable(days, { target: "Play", learner: "optimalTree" });
    expect(codeOf(() => editSync(optimal, days, [regrow("root")]))).toBe("EDIT_UNSUPPORTED");
    expect(editSync(optimal, days, [prune("root")]).nodes.length).toBe(1);
    const soft = fitTable(days, { target: "Play", learner: "softTree" });
    if (soft.nodes.length > 1) expect(codeOf(() => editSync(soft, days, [prune("root")]))).toBe("MODEL_KIND");
  });

  it("leave the model as it was", () => {
    const before = JSON.stringify(tree);
    const list = [prune("0"), prune("0.0")];
    expect(codeOf(() => editSync(tree, numbers, list))).toBe("NODE_UNKNOWN");
    expect(JSON.stringify(tree)).toBe(before);
  });
});

type Recipe = [learner: string, options: Record<string, unknown>];
const pruned = [
  ...[{}, { alpha: 0.02 }, { pruneRule: "1se", measure: "impurity" }, { table: "rpart", alpha: 0.01 }],
  ...[{ chooseBy: "holdOut" }, { prune: "reducedError" }, { prune: "mergeLeaves" }],
];
const unpruned = [
  ...["surrogate", "fraction", "level", "likely", "indicator"].map((missing) => ({ missing })),
  ...[{}, { maxDepth: 4, minLeaf: "3%" }, { maxLeaves: 9 }, { attributesPerNode: 2 }],
  { missing: "share", missingAtPrediction: "majority" },
  { nominal: "perLevel", numeric: "bins", bins: 4 },
];
/** Learners and options of all kinds of growth, stopping, pruning and missing values. */
const recipes = fc.constantFrom<Recipe>(
  ...pruned.map((options): Recipe => ["cart", options]),
  ...unpruned.map((options): Recipe => ["cart", { prune: "none", ...options }]),
  ...([
    ["c45", { raising: false }],
    ["c45", { prune: "none" }],
    ["id3", {}],
  ] as Recipe[]),
);
const tables = fc.record({
  rows: fc.integer({ min: 20, max: 120 }),
  seed: fc.integer({ min: 0, max: 999 }),
  target: fc.constantFrom("classes" as const, "values" as const),
  missing: fc.constantFrom(0, 0.15),
});

function fitted(table: Table, [learner, options]: Recipe): TreeModel | undefined {
  try {
    return fitTable(table, { learner, target: "y", options, seed: 3 }) as TreeModel;
  } catch (error) {
    // Some learners are for classes only, and some options for tables with missing values.
    if (error instanceof CoppiceError && /^(OPTION|LEARNER)/.test(error.code)) return undefined;
    throw error;
  }
}

it("edits that change nothing leave the same bytes where rpart's cp bounds a branch by what its sibling left", () => {
  const table = mixedTable({ rows: 117, seed: 215, target: "classes", missing: 0 });
  const options = { table: "rpart", alpha: 0.01 };
  const model = fitTable(table, { learner: "cart", target: "y", options, seed: 3 }) as TreeModel;
  const node = "0.1.0.0.0";
  const { test } = splitAt(model, node);
  if (test.kind !== "threshold") throw new Error("no threshold");
  const same: Edit = { kind: "threshold", node, threshold: test.threshold };
  expect(text(editSync(model, table, [same]))).toBe(text(model));
});

it("edits that change nothing leave the same bytes: regrowing any node, and splitting by the test that it has", () => {
  forAll(150, [tables, recipes, fc.nat()], (of, recipe, pick) => {
    const table = mixedTable(of);
    const model = fitted(table, recipe);
    fc.pre(model !== undefined);
    const at = pick % model.nodes.length;
    const node = nodePaths(model)[at];
    expect(text(editSync(model, table, [regrow(node)]))).toBe(text(model));
    const split = model.nodes[at];
    if (!isSplit(split) || split.test.kind !== "threshold") return;
    const { attribute, threshold: cut } = split.test;
    const { name, type, levels = [] } = model.attributes[attribute];
    const threshold = type === "ordered" ? levels[cut] : cut;
    const same: Edit = { kind: "threshold", node, threshold };
    expect(text(editSync(model, table, [same])), name).toBe(text(model));
  });
});

/** An edit of a tree, drawn at random from those that may be made. */
function someEdit(model: TreeModel, rng: Random): Edit {
  const { attributes, nodes } = model;
  const at = rng.below(nodes.length);
  const [node, current] = [nodePaths(model)[at], nodes[at]];
  const attribute = attributes[rng.below(attributes.length)].name;
  const isCut =
    isSplit(current) &&
    current.test.kind === "threshold" &&
    attributes[current.test.attribute].type === "numeric";
  const edits: Edit[] = [
    bestOn(attribute, node),
    { kind: "forbid", node, attributes: [attribute] },
    { kind: "prefer", node, attributes: [attribute] },
    regrow(node),
    lock(node),
    note(node, "why?"),
    prune(node),
    isCut
      ? { kind: "threshold", node, threshold: (current.test as { threshold: number }).threshold + 0.1 }
      : regrow(node),
  ];
  return edits[rng.below(edits.length)];
}

/** The model with some edit; undefined if the edit is refused. */
function edited(model: TreeModel, table: Table, rng: Random): TreeModel | undefined {
  try {
    return editSync(model, table, [someEdit(model, rng)]);
  } catch (error) {
    if (error instanceof CoppiceError && error.code.startsWith("EDIT_")) return undefined;
    throw error;
  }
}

it("a workbook replays to the same bytes as the edits one by one; undo is to replay all but the last", async () => {
  await fc.assert(
    fc.asyncProperty(tables, recipes, fc.nat(), async (of, recipe, seed) => {
      const table = mixedTable(of);
      const first = fitted(table, recipe);
      fc.pre(first !== undefined);
      const rng = random(seed);
      const steps = [first];
      for (let i = 0; i < 5; i++) {
        const next = edited(steps.at(-1)!, table, rng);
        if (next) steps.push(next);
      }
      const model = steps.at(-1)!;
      const whole = JSON.stringify(model);
      const book = workbookOf(model);
      expect(JSON.stringify(replaySync(JSON.parse(JSON.stringify(book)), table))).toBe(whole);
      expect(JSON.stringify(await replay(book, table))).toBe(whole);
      if (steps.length === 1) return;
      const edits = book.edits.slice(0, -1);
      expect(text(replaySync({ ...book, edits }, table))).toBe(text(steps.at(-2)!));
      expect(JSON.stringify(await edit(first, table, book.edits))).toBe(whole);
      expect(parseModel(JSON.parse(whole))).toEqual(model);
    }),
    draws(60),
  );
});

it("a workbook is refused where the model does not say how training divided its rows", () => {
  const table = mixedTable({ rows: 80, seed: 1, target: "classes", missing: 0.15 });
  const options = { prune: "none", missing: "surrogate", missingAtPrediction: "majority" };
  const model = fitted(table, ["cart", options])!;
  expect(() => editSync(model, table, [regrow("0")])).toThrow(
    "it does not contain the surrogates by which its rows were divided",
  );
});

itHolds("no edit changes a byte of a locked part", 60, [tables, recipes, fc.nat()], (of, recipe, seed) => {
  const table = mixedTable(of);
  const first = fitted(table, recipe);
  fc.pre(first !== undefined && first.nodes.length > 3);
  const rng = random(seed);
  const locked = nodePaths(first)[1 + rng.below(first.nodes.length - 1)];
  let model = editSync(first, table, [lock(locked)]);
  for (let i = 0; i < 8; i++) {
    model = edited(model, table, rng) ?? model;
    expect(below(model, locked)).toBe(below(first, locked));
  }
});

it("a workbook is the same from a table whose columns and levels are in another order", () => {
  const model = played(prune("0"));
  const turned = makeTable(
    days.columns.toReversed().map((column) => {
      if (column.type === "numeric") return column;
      const levels = column.levels.toReversed();
      const codes = column.codes.map((code) => (code < 0 ? code : levels.length - 1 - code));
      return { ...column, levels, codes };
    }),
  );
  expect(JSON.stringify(replaySync(workbookOf(model), turned))).toBe(JSON.stringify(model));
});

describe("parts grown by kernels", () => {
  tune(growWholeTuning, { cells: 1 });
  tune(mixedTreeTuning, { entries: 1 });
  tune(classTreeTuning, { entries: 1 });

  it("are those that the learner grows from tallies, on any number of threads", async () => {
    const teams = [undefined, await testTeam(2), await testTeam(4)];
    const options = fc.constantFrom<Record<string, unknown>>(
      { prune: "none" },
      { prune: "none", minLeaf: 3, maxDepth: 5 },
      { criterion: "entropy", prune: "none", missing: "majority" },
      {},
      { priors: "equal", alpha: 0.01 },
    );
    forAll(60, [tables, options, fc.nat()], (of, set, seed) => {
      const table = mixedTable(of);
      const model = fitted(table, ["cart", set]);
      fc.pre(model !== undefined);
      const edits = [someEdit(model, random(seed))];
      const made = (team?: Team) => {
        let tree: TreeModel | undefined;
        const refused = refusal(() => {
          tree = editSync(model, table, edits, team && { team });
        });
        expect(refused).toMatch(/^(EDIT_|not refused)/);
        return refused + JSON.stringify(tree);
      };
      const wanted = withoutKernels(() => made());
      for (const team of teams) expect(made(team)).toBe(wanted);
    });
  });

  it("come from an engine of the part, as its whole table", () => {
    const table = mixedTable({ rows: 100, seed: 6, target: "classes", missing: 0.1 });
    const model = fitTable(table, { target: "y", learner: "cart", options: { prune: "none" } });
    const answers = vi.spyOn(MemoryEngine.prototype, "answer");
    try {
      expect(text(editSync(model, table, [regrow("0")]))).toBe(text(model));
      const whole = answers.mock.calls.flatMap(([request], i) => {
        const isWhole = request.ask === "subtree" && request.nodes[0].node === 0;
        return isWhole ? [(answers.mock.results[i].value as { nodes: number }[])[0].nodes] : [];
      });
      // All nodes of the branch at once.
      expect(whole).toEqual([splitAt(model).branches[1] - 1]);
    } finally {
      answers.mockRestore();
    }
  });
});
