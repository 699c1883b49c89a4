import { expect, it } from "vitest";
import { random } from "../../base/random.js";
import * as columns from "../../testing/columns.js";
import type { Column } from "../column.js";
import { warningText } from "../remedy.js";
import { makeTable } from "../table.js";
import { type TrainingRequest, trainingFrom } from "./trainingFrom.js";

const ROWS = 60;
const rows = Array.from({ length: ROWS }, (_, row) => row);
const numeric = (name: string, of: (row: number) => number) => columns.numeric(name, rows.map(of));
const nominal = (name: string, levels: readonly string[], of: (row: number) => number) =>
  columns.nominal(name, levels, rows.map(of));
const table = makeTable([
  nominal("id", columns.names("id ", ROWS), (row) => row),
  numeric("x", (row) => (row * 7) % 61),
  numeric("w", (row) => (row % 10 === 0 ? 0 : 1)),
  nominal("y", ["no", "yes"], (row) => (row < 2 ? -1 : (row * row) % 5 < 2 ? 1 : 0)),
]);
const from = (request: TrainingRequest) => trainingFrom({ table }, request);

it("the training data has the rows with a target and the columns that are not excluded; each exclusion has a warning", () => {
  const training = from({ target: "y", weight: "w" });
  const target = { name: "y", type: "nominal", levels: ["no", "yes"] };
  expect(training).toMatchObject({ target, weight: "w", attributes: ["x"], tableRows: 60 });
  expect(training.table.rows).toBe(58);
  expect(training.rows[0]).toBe(2);
  expect(training.warnings.map((warning) => `${warning.code}: ${warningText(warning, "option")}`)).toEqual([
    'ID_LIKE: "id" differs in every row, like an identifier: excluded; add use: ["id"] to include it',
    'TARGET_MISSING_ROWS: the target "y" is missing in 2 rows: excluded',
    // Rows 10, 20, 30, 40 and 50; row 0 has no target.
    "ZERO_WEIGHT_ROWS: 5 rows have weight 0: ignored",
  ]);
});

it("the training data uses the schema's target and weight if the request names none", () => {
  const schema = { target: "y", weight: "w", columns: [] };
  expect(trainingFrom({ table, schema }, {})).toMatchObject({ target: { name: "y" }, weight: "w" });
  expect(trainingFrom({ table, schema }, { target: "x" }).target.name).toBe("x");
});

it("the training data needs a target that the table has", () => {
  expect(() => from({})).toThrow('no target column: set target to one of "id", "x", "w", "y"');
  expect(() => trainingFrom({ table }, {}, "flag")).toThrow("add --target with one of");
  expect(() => from({ target: "Y" })).toThrow('the table has no column "Y" for target; did you mean "y"?');
  const columns = 'the table has no column "outcome" for target; its columns are "id", "x", "w", "y"';
  expect(() => from({ target: "outcome" })).toThrow(columns);
});

it("the training data is rejected if the target cannot be learned", () => {
  expect(() => from({ target: "id" })).toThrow(
    'the target "id" has 60 classes in 60 rows, too few rows per class to learn from: it looks like an identifier ' +
      'or free text, so another column may be the target; add types: {"id": "nominal"} if these are classes',
  );
  expect(trainingFrom({ table, declared: new Set(["id"]) }, { target: "id" }).target.name).toBe("id");
  const same = makeTable([numeric("x", (row) => row), numeric("y", () => 3)]);
  const learned = () => trainingFrom({ table: same }, { target: "y" });
  expect(learned).toThrow('the target "y" is "3" in every row');
  const string: Column = { type: "string", name: "y", levels: ["a"], codes: new Int32Array(ROWS) };
  const text = makeTable([numeric("x", (row) => row), string]);
  expect(() => trainingFrom({ table: text }, { target: "y" })).toThrow(
    'the target "y" must be numeric, nominal or ordered; it is string: add types: {"y": "nominal"} to predict its values as classes',
  );
});

it("the training data warns of classes written as numbers, unless their type was declared", () => {
  const coded = makeTable([numeric("x", (row) => (row * 7) % 31), numeric("y", (row) => (row * row) % 2)]);
  const { warnings } = trainingFrom({ table: coded }, { target: "y" });
  expect(warnings.map((warning) => warningText(warning, "flag"))).toEqual([
    'the target "y" has only 2 distinct whole numbers; treated as numeric (regression); add --type y=nominal if they are classes',
  ]);
  const declared = new Set(["y"]);
  expect(trainingFrom({ table: coded, declared }, { target: "y" }).warnings).toEqual([]);
});

it("the training data warns of duplicate rows if there are many, and more than expected at random", () => {
  const chance = random(1);
  const repeated = (zeros: number, values: number) => {
    const of = (row: number, step: number) => (row < zeros ? 0 : (row * step) % values);
    const table = makeTable([
      numeric("x", (row) => of(row, 17)),
      numeric("z", (row) => of(row, 29)),
      nominal("y", ["a", "b"], (row) => (row < zeros ? 0 : chance.below(2))),
    ]);
    return trainingFrom({ table }, { target: "y" }).warnings.map((w) => warningText(w, "flag"));
  };
  // 12 rows of zeros are 11 duplicates.
  expect(repeated(12, 97)).toEqual([
    "11 of 60 rows are duplicates, target included: with duplicates in different folds, a model is tested on training rows; " +
      "add --group-duplicates when evaluating, to keep equal rows in one fold",
  ]);
  // 2 of 60 are below 5%; and no column has more than 20 values.
  expect(repeated(3, 97)).toEqual([]);
  expect(repeated(12, 20)).toEqual([]);
  const byChance = makeTable([
    numeric("x", () => chance.below(22)),
    nominal("y", ["a", "b"], () => chance.below(2)),
  ]);
  expect(trainingFrom({ table: byChance }, { target: "y" }).warnings).toEqual([]);
});
