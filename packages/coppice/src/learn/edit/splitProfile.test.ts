import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll, itHolds, mixedTable } from "../../../test/kit/index.js";
import { nodeAt, nodePaths } from "../../model/nodePath.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { rowsAt } from "../../predict/rowsAt.js";
import { tennis } from "../../synthetic/index.js";
import type { NominalColumn, NumericColumn } from "../../table/column.js";
import { columnOf, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";
import { candidates } from "./candidates.js";
import { editSync } from "./edit.js";
import { type NumericProfile, profileCut } from "./profileCut.js";
import { splitProfile } from "./splitProfile.js";

const drawn = fc.record({
  seed: fc.integer({ min: 0, max: 999 }),
  target: fc.constantFrom("classes" as const, "values" as const),
  missing: fc.constantFrom(0, 0.2),
  pick: fc.nat(),
  learner: fc.constantFrom("cart", "c45"),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer D> ? D : never;

interface Columns {
  readonly numeric: NumericColumn;
  readonly nominal: NominalColumn;
}

/** A tree, one of its nodes, and the first column of a type. */
function nodeOf<T extends keyof Columns>({ learner, pick, ...shape }: Drawn, type: T) {
  const table = mixedTable({ rows: 80, ...shape });
  const name = shape.target === "values" ? "cart" : learner;
  const model = fitTable(table, { target: "y", learner: name, options: { prune: "none" } }) as TreeModel;
  const column = table.columns.find((one) => one.type === type) as Columns[T];
  return { table, model, node: nodePaths(model)[pick % model.nodes.length], column };
}

/** The sums of the rows at a node for which `holds`, row by row: the slow twin. */
function sumsWhere(table: Table, model: TreeModel, node: string, holds: (row: number) => boolean): number[] {
  const y = columnOf(table, "y");
  const { rows, weights } = rowsAt(model, table, node);
  const sums = new Array<number>(y.type === "numeric" ? 3 : y.levels.length).fill(0);
  rows.forEach((row, i) => {
    if (!holds(row)) return;
    if (y.type !== "numeric") sums[y.codes[row]] += weights[i];
    else
      [1, y.values[row], y.values[row] ** 2].forEach((value, k) => {
        sums[k] += weights[i] * value;
      });
  });
  return sums;
}

const near = (wanted: readonly number[]) => wanted.map((sum) => expect.closeTo(sum, 6));

it("the profile of a number answers for any threshold what counting the rows gives", () => {
  forAll(60, [drawn, fc.double({ min: -2, max: 2, noNaN: true })], (of, threshold) => {
    const { table, model, node, column } = nodeOf(of, "numeric");
    const sums = (holds: (x: number) => boolean) =>
      sumsWhere(table, model, node, (row) => holds(column.values[row]));
    const profile = splitProfile(model, table, node, column.name) as NumericProfile;
    const { left, right } = profileCut(profile, { threshold });
    expect([...left]).toEqual(near(sums((x) => x <= threshold)));
    expect([...right]).toEqual(near(sums((x) => x > threshold)));
    expect([...profile.missing]).toEqual(near(sums(Number.isNaN)));
  });
});

itHolds("the profile of a number has the gains of nodes, the learner's best too", 40, [drawn], (of) => {
  const { table, model, node, column } = nodeOf(of, "numeric");
  const profile = splitProfile(model, table, node, column.name) as NumericProfile;
  const tests = candidates(model, table, node, { limit: 99 }).candidates;
  const best = tests.find(({ attribute }) => attribute === column.name);
  if (best?.test.kind === "threshold") {
    const { threshold } = best.test as { threshold: number };
    expect(profileCut(profile, { threshold }).gain).toBeCloseTo(best.gain, 12);
    expect([...profile.thresholds]).toContain(threshold);
    const most = Math.max(...[...profile.gains].filter((_, i) => profile.allowed[i] === 1));
    expect(best.gain).toBeGreaterThan(most - 1e-6);
  }
  const i = of.pick % Math.max(1, profile.thresholds.length);
  if (profile.thresholds.length === 0 || of.learner === "c45") return;
  const test = { kind: "threshold", attribute: column.name, threshold: profile.thresholds[i] } as const;
  const made = editSync(model, table, [{ kind: "split", node, test }]);
  const split = made.nodes[nodeAt(made, node)];
  expect(isSplit(split) && split.gain).toBeCloseTo(profile.gains[i], 12);
});

itHolds("the profile of levels has the counts and the gain of any set", 60, [drawn, fc.nat()], (of, bits) => {
  const { table, model, node, column } = nodeOf({ ...of, learner: "cart" }, "nominal");
  const profile = splitProfile(model, table, node, column.name);
  if (profile.kind !== "levels") throw new Error("levels");
  expect(profile.levels).toEqual(column.levels);
  const left = column.levels.flatMap((_, code) => ((bits >> code) & 1 ? [code] : []));
  const cut = profileCut(profile, { left });
  const onLeft = sumsWhere(table, model, node, (row) => left.includes(column.codes[row]));
  expect([...cut.left]).toEqual(near(onLeft));
  const names = left.map((code) => column.levels[code]);
  const test = { kind: "subset", attribute: column.name, left: names } as const;
  if (cut.left.every((sum) => sum === 0) || cut.right.every((sum) => sum === 0)) return;
  const made = editSync(model, table, [{ kind: "split", node, test }]);
  const split = made.nodes[nodeAt(made, node)];
  expect(isSplit(split) && split.gain).toBeCloseTo(cut.gain!, 6);
});

it("the profile of levels says which branch each level takes now", () => {
  const days = tennis();
  const model = fitTable(days, { target: "Play", learner: "id3" });
  const profile = splitProfile(model, days, "root", "Outlook");
  if (profile.kind !== "levels") throw new Error("levels");
  expect([...profile.branches!]).toEqual([0, 1, 2]);
  // Sunny 2 3, Overcast 4 0, Rainy 3 2.
  expect([...profile.sums]).toEqual([2, 3, 4, 0, 3, 2]);
  expect(splitProfile(model, days, "root", "Wind")).not.toHaveProperty("branches");
});
