import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classesSaid, codesIn } from "../../../test/kit/answers.js";
import { forAll, isDeep, nominal, readAgain, rowsFrom } from "../../../test/kit/index.js";
import { agrawal } from "../../synthetic/agrawal.js";
import { randomTree } from "../../synthetic/randomTree.js";
import { sea } from "../../synthetic/sea.js";
import { columnSchema, type NominalColumn } from "../../table/column.js";
import { columnOf, makeTable, selectRows, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";
import { learnerNamed } from "../registry.js";
import { resumeStream, type Stream, schemaFrom, startStream } from "./stream.js";

const NAMES = ["hoeffding", "hoeffdingAnytime", "hoeffdingAdaptive", "adaptiveForest"] as const;
/** Small windows and early splits, so that short streams exercise everything. */
const EARLY = { grace: 50, delta: 0.05, tie: 0.2 };

function started(name: string, table: Table, options: Record<string, unknown> = EARLY): Stream {
  // A small forest, which is faster.
  const small = name === "adaptiveForest" ? { trees: 3 } : {};
  const schema = schemaFrom(table, "class");
  return startStream(learnerNamed(name), { schema, options: { ...small, ...options }, window: 500 });
}

const cutsOf = ({ rows }: Table) => fc.array(fc.nat(rows), { minLength: 1, maxLength: isDeep ? 4 : 2 });
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
      forAll(5, [cutsOf(table)], (cuts) => {
        const ends = [...new Set([...cuts, table.rows])].sort((a, b) => a - b);
        let stream = started(name, table);
        let from = 0;
        for (const to of ends) {
          stream.update(rowsFrom(table, from, to));
          stream = resumeStream(learnerNamed(name), JSON.parse(text(stream)));
          from = to;
        }
        expect(text(stream)).toBe(text(whole));
      });
    }
  });

  it("has a model that predicts what the learner predicts", () => {
    for (const table of tables) {
      const stream = started(name, table);
      stream.update(rowsFrom(table, 0, 1400));
      let same = 0;
      for (let row = 1400; row < 1408; row++) {
        const model = readAgain(stream.model());
        const before = stream.report().overall.learner * stream.rows;
        const next = rowsFrom(table, row, row + 1);
        const said = model.target.levels![classesSaid(model, next).labels[0]];
        const truth = columnOf(next, "class") as NominalColumn;
        stream.update(next);
        const isRight = Math.round(stream.report().overall.learner * stream.rows - before) === 1;
        if (isRight === (said === truth.levels[truth.codes[0]])) same++;
      }
      // A branch that no row has taken has the class weights of all rows at its parent, the learner's those before the split.
      expect(same).toBeGreaterThanOrEqual(7);
    }
  });

  it("fits a table in one pass: the model of its stream", () => {
    const table = randomTree({ rows: 1000, seed: 5 });
    const batch = fitTable(table, { target: "class", learner: learnerNamed(name) });
    // With the levels of the table, as in a batch.
    const [target, ...attributes] = table.columns.toReversed().map(columnSchema);
    const schema = { target, attributes: attributes.reverse() };
    const stream = startStream(learnerNamed(name), { schema, options: {} });
    stream.update(table);
    expect(JSON.parse(JSON.stringify(batch)).nodes).toEqual(JSON.parse(JSON.stringify(stream.model())).nodes);
  });

  it("is above the baselines on SEA, near the best possible", () => {
    const table = sea({ rows: 5000, seed: 1 });
    const stream = startStream(learnerNamed(name), { schema: schemaFrom(table, "class") });
    stream.update(table);
    const { overall } = stream.report();
    // With noise of 0.1 nobody can be right about more than 90%.
    expect(overall.learner).toBeGreaterThan(0.83);
    expect(overall.majority).toBeLessThan(0.7);
    expect(overall.noChange).toBeLessThan(0.65);
  });

  it("takes in classes and levels that appear later", () => {
    const table = randomTree({ rows: 1500, seed: 4, classes: 3 });
    const codes = codesIn(table, "class");
    const inTwo = [...codes.keys()].filter((row) => codes[row] < 2);
    const early = selectRows(table, inTwo);
    const stream = started(name, early);
    stream.update(early);
    expect(stream.model().target.levels).toHaveLength(2);
    stream.update(table);
    expect([...stream.model().target.levels!].sort()).toEqual(["0", "1", "2"]);
    expect(stream.report().window.learner).toBeGreaterThan(0.5);
  });
});

it("drift is noticed soon after it happens, and accuracy comes back", () => {
  const table = randomTree({ rows: 20_000, seed: 1, drift: 10_000 });
  const how = { schema: schemaFrom(table, "class"), window: 2000 };
  const fixed = startStream(learnerNamed("hoeffding"), how);
  const adaptive = startStream(learnerNamed("hoeffdingAdaptive"), how);
  fixed.update(table);
  const events = adaptive.update(table);
  const drifts = events.filter(({ kind }) => kind === "drift");
  expect(drifts[0].row).toBeGreaterThan(10_000);
  expect(drifts[0].row).toBeLessThan(11_000);
  expect(adaptive.report().window.learner).toBeGreaterThan(fixed.report().window.learner + 0.1);
});

it("memory stays within the limit: leaves that promise least stop learning", () => {
  const table = randomTree({ rows: 10_000, seed: 6 });
  const [free, { figures }] = [EARLY, { ...EARLY, memory: 20_000 }].map((options) => {
    const stream = started("hoeffding", table, options);
    stream.update(table);
    return stream.report();
  });
  expect(free.figures.bytes).toBeGreaterThan(20_000);
  expect(figures.bytes).toBeLessThan(20_000);
  expect(figures.inactive).toBeGreaterThan(0);
  expect(figures.leaves).toBeGreaterThan(1);
});

const table = sea({ rows: 200 });

it("refused: a column whose type changes", () => {
  const stream = started("hoeffding", table);
  const columns = table.columns.filter(({ name }) => name !== "x1");
  const other = makeTable([nominal("x1", ["a"], new Int32Array(200)), ...columns]);
  expect(() => stream.update(other)).toThrow(/x1.*was numeric at the start.*now nominal/);
});

it.each([
  ["of another format", { format: "x" }, /must have format/],
  ["with a wrong count", { rows: "x" }, /must have rows 200, as many as were judged; got "x"/],
  ["with a wrong kind of classes", { classKind: 1 }, /must have a classKind/],
])("refused: a state %s", (_, change, message) => {
  const stream = started("hoeffding", table);
  stream.update(table);
  const saved = { ...JSON.parse(text(stream)), ...change };
  expect(() => resumeStream(learnerNamed("hoeffding"), saved)).toThrow(message);
  expect(() => resumeStream(learnerNamed("hoeffding"), null)).toThrow(/must have format/);
});

it("refused: rows to be forgotten, and a model of nothing", () => {
  const stream = started("hoeffding", table);
  expect(() => stream.remove(table)).toThrow(/cannot forget/);
  expect(() => stream.model()).toThrow(/no rows/);
});

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
