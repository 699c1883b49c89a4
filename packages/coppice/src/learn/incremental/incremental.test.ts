import fc from "fast-check";
import { expect, it } from "vitest";
import { accuracyOn, forAll, mixedTable, nominal, rowsFrom } from "../../../test/kit/index.js";
import { random, shuffle } from "../../base/random.js";
import type { TreeModel } from "../../model/tree.js";
import { columnSchema } from "../../table/column.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";
import { resumeStream, type Stream, startStream } from "../stream/stream.js";
import type { StreamSchema } from "../stream/streamLearner.js";
import { incremental } from "./incremental.js";

/** All levels are declared, so that they have the same codes in the table and in the stream. */
function schemaOf(table: Table): StreamSchema {
  const columns = table.columns.map(columnSchema);
  return { target: columns.pop()!, attributes: columns };
}

const treeOf = (stream: Stream) => stream.model() as TreeModel;
const saved = (stream: Stream) => JSON.stringify(stream.save());

/** The tree of these rows by the ordinary learner. */
function batch(table: Table, rows: readonly number[], options: object = {}): TreeModel {
  const all = { nominal: "oneHot", prune: "none", missing: "majority", ...options };
  return fitTable(selectRows(table, rows), { target: "y", learner: "cart", options: all }) as TreeModel;
}

const row = (table: Table, at: number) => rowsFrom(table, at, at + 1);

const table = mixedTable({ rows: 120, seed: 2, target: "classes", missing: 0.15 });
const schema = schemaOf(table);
/** A stream that has learned these rows. */
const learned = (rows: Table, options = {}) => {
  const stream = startStream(incremental, { schema, options });
  stream.update(rows);
  return stream;
};

const limits = [{ minLeaf: 3 }, { maxDepth: 3 }];
const choices = [{}, { criterion: "entropy" }, { prune: "mdl" }, { nominal: "subset" }];
it.each([...choices, ...limits])("learns the tree of cart from a whole table: %o", (options) => {
  const rows = [...Array(table.rows).keys()];
  const all = fitTable(table, { target: "y", learner: "incremental", options }) as TreeModel;
  expect(all.nodes).toEqual(batch(table, rows, options).nodes);
  expect(treeOf(learned(table, options)).nodes).toEqual(all.nodes);
});

it("is the tree of its rows after any additions, removals and corrections", () => {
  forAll(25, [fc.nat(1e6), fc.constantFrom(...choices)], (seed, options) => {
    const rng = random(seed);
    const data = mixedTable({ rows: 40, seed, target: "classes", missing: 0.2 });
    const stream = startStream(incremental, { schema: schemaOf(data), options });
    const outside = shuffle([...Array(data.rows).keys()], random(seed));
    const inside: number[] = [];
    const takeOne = () => inside.splice(rng.below(inside.length), 1)[0];
    while (outside.length > 0) {
      const next = outside.pop()!;
      const kind = inside.length < 2 ? 0 : rng.below(4);
      if (kind === 1) stream.remove(row(data, takeOne()));
      if (kind === 2) stream.correct(row(data, takeOne()), row(data, next));
      else stream.update(row(data, next));
      inside.push(next);
      expect(treeOf(stream).nodes).toEqual(batch(data, inside, options).nodes);
    }
  });
});

it.each([{}, { prune: "mdl" }] as const)("predicts a row as the model before it does: %o", (options) => {
  const stream = startStream(incremental, { schema, options });
  let right = 0;
  for (let i = 0; i < table.rows; i++) {
    if (i > 0) right += accuracyOn(stream.model(), row(table, i));
    stream.update(row(table, i));
  }
  expect(Math.round(stream.report().overall.learner * table.rows)).toBe(right);
});

it("takes in levels and classes that appear later", () => {
  const bare = <C extends { type: string }>(one: C) =>
    one.type === "nominal" ? { ...one, levels: [] } : one;
  const stream = startStream(incremental, {
    schema: { target: bare(schema.target), attributes: schema.attributes.map(bare) },
  });
  stream.update(table);
  const model = treeOf(stream);
  const again = startStream(incremental, { schema: model });
  again.update(table);
  expect(treeOf(again).nodes).toEqual(model.nodes);
});

it("resumes to the same bytes, wherever it was left", () => {
  const whole = learned(table);
  const second = resumeStream(incremental, JSON.parse(saved(learned(rowsFrom(table, 0, 50)))));
  second.update(rowsFrom(table, 50, 120));
  expect(saved(second)).toBe(saved(whole));
  expect(second.model()).toEqual(whole.model());
});

it("reports the work that the last row took", () => {
  const { figures } = learned(table).report();
  expect(figures.lastVisited).toBeGreaterThan(0);
  expect(figures.visited).toBeGreaterThan(figures.lastVisited);
  expect(figures.rowsKept).toBe(table.rows);
});

it("removes all rows that it is given, or none", () => {
  const stream = learned(rowsFrom(table, 0, 4));
  const before = saved(stream);
  const unknown = selectRows(table, [1, 9]);
  expect(() => stream.remove(unknown)).toThrow(/row 2 of those to be removed was never learned/);
  expect(saved(stream)).toBe(before);
  stream.remove(selectRows(table, [1, 3]));
  expect(treeOf(stream).nodes).toEqual(batch(table, [0, 2]).nodes);
});

it("corrects as many rows as it is given, each with a class, or none", () => {
  const stream = learned(rowsFrom(table, 0, 3));
  const before = saved(stream);
  expect(() => stream.correct(row(table, 1), rowsFrom(table, 4, 6))).toThrow(
    /must be as many as those that they replace: 1 rows, and 2/,
  );
  const gaps = nominal("y", ["a"], new Int32Array(120).fill(-1));
  const unknown = makeTable([...table.columns.slice(0, -1), gaps]);
  expect(() => stream.correct(row(table, 1), row(unknown, 1))).toThrow(/must have a value/);
  expect(saved(stream)).toBe(before);
});

it("numbers rows anew when most were removed", () => {
  const many = mixedTable({ rows: 1300, seed: 4, target: "classes" });
  const stream = startStream(incremental, { schema: schemaOf(many) });
  stream.update(many);
  stream.remove(rowsFrom(many, 0, 1200));
  const left = [...Array(100).keys()].map((i) => 1200 + i);
  expect(treeOf(stream).nodes).toEqual(batch(many, left).nodes);
  stream.update(row(many, 5));
  stream.remove(row(many, 1250));
  const now = [...left.filter((i) => i !== 1250), 5];
  expect(treeOf(stream).nodes).toEqual(batch(many, now).nodes);
});

it("refuses a state without rows", () => {
  const state = { ...JSON.parse(saved(startStream(incremental, { schema }))), state: {} };
  expect(() => resumeStream(incremental, state)).toThrow(/must have its rows: 5 columns/);
});
