import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseModel } from "../../model/parse.js";
import { predictTable } from "../../predict/predictTable.js";
import { agrawal } from "../../synthetic/agrawal.js";
import { randomTree } from "../../synthetic/randomTree.js";
import { sea } from "../../synthetic/sea.js";
import { columnOf, selectRows, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";
import { learnerNamed, learners } from "../registry.js";
import { resumeStream, type Stream, schemaFrom, startStream } from "./stream.js";

const NAMES = ["hoeffding", "hoeffdingAnytime", "hoeffdingAdaptive", "adaptiveForest"] as const;
/** Small windows and early splits, so that short streams exercise everything. */
const EARLY = { grace: 50, delta: 0.05, tie: 0.2 };

const range = (from: number, to: number) => Int32Array.from({ length: to - from }, (_, i) => from + i);
const part = (table: Table, from: number, to: number) => selectRows(table, range(from, to));

function started(name: string, table: Table, options: Record<string, unknown> = EARLY): Stream {
  // A small forest, which is faster.
  const small = name === "adaptiveForest" ? { trees: 3 } : {};
  const schema = schemaFrom(table, "class");
  return startStream(learnerNamed(name), { schema, options: { ...small, ...options }, window: 500 });
}

const text = (stream: Stream) => JSON.stringify(stream.save());

describe.each(NAMES)("%s", (name) => {
  const tables = [
    randomTree({ rows: 1500, seed: 3, classes: 3, drift: 900 }),
    withMissing(agrawal({ rows: 1500, seed: 2, drift: 500 })),
  ];

  it("ends in the same bytes however the rows are divided, and if it is interrupted", () => {
    for (const table of tables) {
      const whole = started(name, table);
      whole.update(table);
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: table.rows }), { maxLength: 4 }), (cuts) => {
          const ends = [...new Set([...cuts, table.rows])].sort((a, b) => a - b);
          let stream = started(name, table);
          let from = 0;
          for (const to of ends) {
            stream.update(part(table, from, to));
            stream = resumeStream(learnerNamed(name), JSON.parse(text(stream)));
            from = to;
          }
          expect(text(stream)).toBe(text(whole));
        }),
        { numRuns: 3, seed: 1 },
      );
    }
  });

  it("has a model that predicts what the learner predicts", () => {
    for (const table of tables) {
      const stream = started(name, table);
      stream.update(part(table, 0, 1400));
      let same = 0;
      const rows = 12;
      for (let row = 1400; row < 1400 + rows; row++) {
        const model = parseModel(JSON.parse(JSON.stringify(stream.model())));
        const before = stream.report().overall.learner * stream.rows;
        const next = part(table, row, row + 1);
        const prediction = predictTable(model, next);
        const column = columnOf(next, "class");
        if (prediction.kind !== "classification" || column.type === "numeric") throw new Error("classes");
        stream.update(next);
        const isRight = Math.round(stream.report().overall.learner * stream.rows - before) === 1;
        const said = model.target.levels![prediction.labels[0]];
        if (isRight === (said === column.levels[column.codes[0]])) same++;
      }
      // A branch that no row has taken has the class weights of all rows at its parent, the learner's those before the split.
      expect(same).toBeGreaterThanOrEqual(rows - 1);
    }
  });

  it("fits a table in one pass: the model of its stream", () => {
    const table = randomTree({ rows: 1000, seed: 5 });
    const stream = startStream(learnerNamed(name), { schema: declared(table), options: {} });
    stream.update(table);
    const batch = fitTable(table, { target: "class", learner: learnerNamed(name) });
    expect(JSON.parse(JSON.stringify(batch)).nodes).toEqual(JSON.parse(JSON.stringify(stream.model())).nodes);
  });

  it("takes in classes and levels that appear later", () => {
    const table = randomTree({ rows: 1500, seed: 4, classes: 3 });
    const label = columnOf(table, "class");
    if (label.type === "numeric") throw new Error("expected classes");
    const early = [...range(0, 1500)].filter((row) => label.codes[row] < 2);
    const stream = started(name, selectRows(table, early));
    stream.update(selectRows(table, early));
    expect(stream.model().target.levels).toHaveLength(2);
    stream.update(table);
    const model = stream.model();
    expect([...model.target.levels!].sort()).toEqual(["0", "1", "2"]);
    expect(stream.report().window.learner).toBeGreaterThan(0.5);
  });
});

describe("drift", () => {
  it("is noticed soon after it happens, and accuracy comes back", () => {
    const table = randomTree({ rows: 20_000, seed: 1, drift: 10_000 });
    const fixed = startStream(learnerNamed("hoeffding"), {
      schema: schemaFrom(table, "class"),
      window: 2000,
    });
    const adaptive = startStream(learnerNamed("hoeffdingAdaptive"), {
      schema: schemaFrom(table, "class"),
      window: 2000,
    });
    fixed.update(table);
    const events = adaptive.update(table);
    const drifts = events.filter(({ kind }) => kind === "drift");
    expect(drifts[0].row).toBeGreaterThan(10_000);
    expect(drifts[0].row).toBeLessThan(11_000);
    expect(adaptive.report().window.learner).toBeGreaterThan(fixed.report().window.learner + 0.1);
  });
});

describe("accuracy", () => {
  it("is above the baselines on SEA, near the best possible", () => {
    const table = sea({ rows: 5000, seed: 1 });
    for (const name of NAMES) {
      const stream = startStream(learnerNamed(name), { schema: schemaFrom(table, "class") });
      stream.update(table);
      const { overall } = stream.report();
      // With noise of 0.1 nobody can be right about more than 90%.
      expect(overall.learner).toBeGreaterThan(0.83);
      expect(overall.majority).toBeLessThan(0.7);
      expect(overall.noChange).toBeLessThan(0.65);
    }
  });
});

describe("memory", () => {
  it("stays within the limit: leaves that promise least stop learning", () => {
    const table = randomTree({ rows: 10_000, seed: 6 });
    const options = { ...EARLY, memory: 20_000 };
    const free = started("hoeffding", table);
    const bound = started("hoeffding", table, options);
    free.update(table);
    bound.update(table);
    const { figures } = bound.report();
    expect(free.report().figures.bytes).toBeGreaterThan(20_000);
    expect(figures.bytes).toBeLessThan(20_000);
    expect(figures.inactive).toBeGreaterThan(0);
    expect(figures.leaves).toBeGreaterThan(1);
  });
});

describe("errors", () => {
  const table = sea({ rows: 200 });

  it("a learner that needs all rows at once", () => {
    expect(() => started("cart", table, {})).toThrow(/needs all rows at once/);
  });

  it("a column whose type changes", () => {
    const stream = started("hoeffding", table);
    const columns = table.columns.map((column) =>
      column.name === "x1"
        ? { type: "nominal" as const, name: "x1", codes: new Int32Array(200), levels: ["a"] }
        : column,
    );
    expect(() => stream.update({ rows: 200, columns })).toThrow(/x1.*was numeric at the start.*now nominal/);
  });

  it("a state of another learner, or none at all", () => {
    const stream = started("hoeffding", table);
    stream.update(table);
    const saved = JSON.parse(text(stream));
    expect(() => resumeStream(learnerNamed("hoeffdingAnytime"), saved)).toThrow(/must have learner/);
    expect(() => resumeStream(learnerNamed("hoeffding"), { format: "x" })).toThrow(/must have format/);
    expect(() => resumeStream(learnerNamed("hoeffding"), null)).toThrow(/must have format/);
    expect(() => resumeStream(learnerNamed("hoeffding"), { ...saved, rows: "x" })).toThrow(
      /must have rows 200, as many as were judged; got "x"/,
    );
    expect(() => resumeStream(learnerNamed("hoeffding"), { ...saved, classKind: 1 })).toThrow(
      /must have a classKind/,
    );
  });

  it("a target that is a number, rows that cannot be forgotten, and a model of nothing", () => {
    const schema = schemaFrom(table, "x1");
    expect(() => startStream(learnerNamed("hoeffding"), { schema })).toThrow(/does classification/);
    const stream = started("hoeffding", table);
    expect(() => stream.remove(table)).toThrow(/cannot forget/);
    expect(() => stream.model()).toThrow(/no rows/);
  });
});

it("every learner with a stream has a name of its own", () => {
  expect(learners.filter(({ stream }) => stream).map(({ name }) => name)).toEqual(
    expect.arrayContaining([...NAMES]),
  );
});

/** The schema with the levels of the table, as a batch fit has them. */
function declared(table: Table) {
  const of = (name: string) => {
    const column = columnOf(table, name);
    return column.type === "numeric"
      ? { name, type: column.type }
      : { name, type: column.type, levels: column.levels };
  };
  const names = table.columns.map(({ name }) => name).filter((name) => name !== "class");
  return { target: of("class"), attributes: names.map(of) };
}

/** Every seventh cell missing. */
function withMissing(table: Table): Table {
  const columns = table.columns.map((column, j) => {
    if (column.name === "class") return column;
    if (column.type === "numeric")
      return { ...column, values: column.values.map((v, i) => ((i + j) % 7 === 0 ? Number.NaN : v)) };
    return { ...column, codes: column.codes.map((v, i) => ((i + j) % 7 === 0 ? -1 : v)) };
  });
  return { ...table, columns };
}
