import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { mixedTable } from "../../../test/mixedTable.js";
import { describeShared, sharedSet } from "../../../test/shared.js";
import { random } from "../../base/random.js";
import { isTree } from "../../model/model.js";
import type { TreeModel } from "../../model/tree.js";
import { predictTable } from "../../predict/predictTable.js";
import { columnSchema } from "../../table/column.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";
import { resumeStream, type Stream, startStream } from "../stream/stream.js";
import type { StreamSchema } from "../stream/streamLearner.js";
import { incremental } from "./incremental.js";

/** All levels are declared, so that they have the same codes in the table and in the stream. */
function schemaOf(table: Table, target: string): StreamSchema {
  const columns = table.columns.filter(({ type }) => type !== "string").map(columnSchema);
  return {
    target: columns.find(({ name }) => name === target)!,
    attributes: columns.filter(({ name }) => name !== target),
  };
}

function treeOf(stream: Stream): TreeModel {
  const model = stream.model();
  if (!isTree(model)) throw new Error("no tree");
  return model;
}

/** The tree of these rows by the ordinary learner. */
function batch(table: Table, rows: readonly number[], target: string, options: object): TreeModel {
  const all = { nominal: "oneHot", prune: "none", missing: "majority", ...options };
  const model = fitTable(selectRows(table, Int32Array.from(rows)), { target, learner: "cart", options: all });
  if (!isTree(model)) throw new Error("no tree");
  return model;
}

function shuffled(count: number, seed: number): number[] {
  const rng = random(seed);
  const order = [...Array(count).keys()];
  for (let i = count - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

const row = (table: Table, at: number) => selectRows(table, Int32Array.of(at));

describe("incremental", () => {
  const table = mixedTable({ rows: 120, seed: 2, target: "classes", missing: 0.15 });
  const schema = schemaOf(table, "y");

  it.each([
    {},
    { criterion: "entropy" },
    { nominal: "subset" },
    { minLeaf: 3 },
    { maxDepth: 3 },
    { prune: "mdl" },
  ] as const)("learns the tree of cart from a whole table: %o", (options) => {
    const rows = [...Array(table.rows).keys()];
    const all = fitTable(table, { target: "y", learner: "incremental", options }) as TreeModel;
    expect(all.nodes).toEqual(batch(table, rows, "y", options).nodes);
    const stream = startStream(incremental, { schema, options });
    stream.update(table);
    expect(treeOf(stream).nodes).toEqual(all.nodes);
  });

  it("is the tree of its rows after any additions, removals and corrections", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom({}, { criterion: "entropy" }, { prune: "mdl" }, { nominal: "subset" }),
        (seed, options) => {
          const rng = random(seed);
          const data = mixedTable({ rows: 40, seed, target: "classes", missing: 0.2 });
          const stream = startStream(incremental, { schema: schemaOf(data, "y"), options });
          const outside = shuffled(data.rows, seed);
          const inside: number[] = [];
          const takeOne = () => inside.splice(rng.below(inside.length), 1)[0];
          while (outside.length > 0) {
            const next = outside.pop()!;
            const kind = inside.length < 2 ? 0 : rng.below(4);
            if (kind === 1) stream.remove(row(data, takeOne()));
            if (kind === 2) stream.correct(row(data, takeOne()), row(data, next));
            else stream.update(row(data, next));
            inside.push(next);
            expect(treeOf(stream).nodes).toEqual(batch(data, inside, "y", options).nodes);
          }
        },
      ),
      draws(25),
    );
  }, 120_000);

  it.each([{}, { prune: "mdl" }] as const)("predicts a row as the model before it does: %o", (options) => {
    const stream = startStream(incremental, { schema, options });
    let right = 0;
    for (let i = 0; i < table.rows; i++) {
      if (i > 0) {
        const answer = predictTable(stream.model(), row(table, i));
        if (answer.kind === "classification") {
          const target = table.columns[table.columns.length - 1];
          if (target.type !== "numeric" && answer.labels[0] === target.codes[i]) right++;
        }
      }
      stream.update(row(table, i));
    }
    expect(Math.round(stream.report().overall.learner * table.rows)).toBe(right);
  });

  it("takes in levels and classes that appear later", () => {
    const bare = {
      target: { ...schema.target, levels: [] },
      attributes: schema.attributes.map((column) =>
        column.type === "nominal" ? { ...column, levels: [] } : column,
      ),
    };
    const stream = startStream(incremental, { schema: bare });
    stream.update(table);
    const model = treeOf(stream);
    const again = startStream(incremental, {
      schema: { target: model.target, attributes: model.attributes },
    });
    again.update(table);
    expect(treeOf(again).nodes).toEqual(model.nodes);
  });

  it("resumes to the same bytes, wherever it was left", () => {
    const whole = startStream(incremental, { schema });
    whole.update(table);
    const first = startStream(incremental, { schema });
    first.update(selectRows(table, Int32Array.from(Array(50).keys())));
    const second = resumeStream(incremental, JSON.parse(JSON.stringify(first.save())));
    second.update(
      selectRows(
        table,
        Int32Array.from(Array(70).keys(), (i) => 50 + i),
      ),
    );
    expect(JSON.stringify(second.save())).toBe(JSON.stringify(whole.save()));
    expect(second.model()).toEqual(whole.model());
  });

  it("reports the work that the last row took", () => {
    const stream = startStream(incremental, { schema });
    stream.update(table);
    const { figures } = stream.report();
    expect(figures.lastVisited).toBeGreaterThan(0);
    expect(figures.visited).toBeGreaterThan(figures.lastVisited);
    expect(figures.rowsKept).toBe(table.rows);
  });

  it("removes all rows that it is given, or none", () => {
    const stream = startStream(incremental, { schema });
    stream.update(selectRows(table, Int32Array.of(0, 1, 2, 3)));
    const before = JSON.stringify(stream.save());
    expect(() => stream.remove(selectRows(table, Int32Array.of(1, 9)))).toThrow(
      /row 2 of those to be removed was never learned/,
    );
    expect(JSON.stringify(stream.save())).toBe(before);
    stream.remove(selectRows(table, Int32Array.of(1, 3)));
    expect(treeOf(stream).nodes).toEqual(batch(table, [0, 2], "y", {}).nodes);
  });

  it("corrects as many rows as it is given, each with a class, or none", () => {
    const stream = startStream(incremental, { schema });
    stream.update(selectRows(table, Int32Array.of(0, 1, 2)));
    const before = JSON.stringify(stream.save());
    const two = selectRows(table, Int32Array.of(4, 5));
    expect(() => stream.correct(row(table, 1), two)).toThrow(
      /must be as many as those that they replace: 1 rows, and 2/,
    );
    const columns = table.columns.map((column) =>
      column.name === "y" && column.type !== "numeric"
        ? { ...column, codes: new Int32Array(column.codes.length).fill(-1) }
        : column,
    );
    const unknown = makeTable(columns);
    expect(() => stream.correct(row(table, 1), row(unknown, 1))).toThrow(
      /TARGET_INCOMPLETE|must have a value/,
    );
    expect(JSON.stringify(stream.save())).toBe(before);
  });

  it("numbers rows anew when most were removed", () => {
    const many = mixedTable({ rows: 1300, seed: 4, target: "classes" });
    const stream = startStream(incremental, { schema: schemaOf(many, "y") });
    stream.update(many);
    stream.remove(selectRows(many, Int32Array.from(Array(1200).keys())));
    const left = [...Array(100).keys()].map((i) => 1200 + i);
    expect(treeOf(stream).nodes).toEqual(batch(many, left, "y", {}).nodes);
    stream.update(row(many, 5));
    stream.remove(row(many, 1250));
    const now = [...left.filter((i) => i !== 1250), 5];
    expect(treeOf(stream).nodes).toEqual(batch(many, now, "y", {}).nodes);
  });

  it("refuses a state without rows", () => {
    const saved = JSON.parse(JSON.stringify(startStream(incremental, { schema }).save()));
    expect(() => resumeStream(incremental, { ...saved, state: {} })).toThrow(/must have its rows: 5 columns/);
  });
});

describeShared("incremental on public tables", () => {
  it.each(["weather-nominal", "contact-lenses", "labor", "kyphosis", "zoo"])(
    "%s: is the tree of cart after every prefix of 20 orders",
    async (name) => {
      const { table, target } = await sharedSet(name);
      const plain = makeTable(table.columns.filter(({ type }) => type !== "string"));
      for (let seed = 1; seed <= 20; seed++) {
        const order = shuffled(plain.rows, seed);
        const stream = startStream(incremental, { schema: schemaOf(plain, target) });
        for (let i = 0; i < order.length; i++) {
          stream.update(row(plain, order[i]));
          const model = batch(plain, order.slice(0, i + 1), target, {});
          expect(treeOf(stream).nodes).toEqual(model.nodes);
        }
      }
    },
    120_000,
  );
});
