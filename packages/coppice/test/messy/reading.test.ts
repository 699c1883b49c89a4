import { readFileSync } from "node:fs";
import { Table as ArrowTable, vectorFromArray } from "apache-arrow";
import { describe, expect, it } from "vitest";
import { runHere } from "../../src/cli/testIo.js";
import { fitTable } from "../../src/learn/fit.js";
import { modelJson } from "../../src/model/modelJson.js";
import type { TreeModel } from "../../src/model/tree.js";
import { predict } from "../../src/predict/predict.js";
import { predictor } from "../../src/predict/predictor.js";
import { tableFrom } from "../../src/source/tableFrom.js";
import { trainingFrom } from "../../src/table/training/trainingFrom.js";
import { readTable } from "../../src/targets/files.js";
import { cases } from "../kit/cases.js";
import { folder } from "../kit/folder.js";
import { ORDERS, type OrderFile } from "./orders.js";

/* What the command says of these tables is in transcripts/messy.cli. */

const { at, put } = folder();

const targetOf = (file: OrderFile) => (file === "visits" ? "outcome" : "group");

/** What the library learns from the orders written in this way. */
async function learned(file: OrderFile, more: object = {}, target = targetOf(file)) {
  const request = { target, ...more };
  const { table, attributes, warnings } = trainingFrom(
    await readTable(put("t.csv", ORDERS[file]())),
    request,
  );
  const model = fitTable(table, { target, attributes, learner: "cart", seed: 1 }) as TreeModel;
  return { model, codes: warnings.map(({ code }) => code) };
}

const namesOf = ({ attributes }: TreeModel) => attributes.map(({ name }) => name);
const testsOf = ({ nodes }: TreeModel) => nodes.flatMap((node) => ("test" in node ? [node.test] : []));

/** The label of a row of which only some attributes are given. */
const labelOf = (model: TreeModel, row: object, options: object = { unknownKeys: "ignore" }) =>
  predictor(model, options).row(row as never);

describe("orders", () => {
  it("plain: the dates are numbers with their parts", async () => {
    const { model } = await learned("plain");
    expect(model.attributes.map(({ name, type }) => `${name} ${type}`)).toEqual([
      ...["price numeric", "ordered numeric", "ordered.year numeric", "ordered.month ordered"],
      ...["ordered.weekday ordered", "kilos numeric", "gift nominal"],
    ]);
  });

  const NOTATIONS = [
    {
      file: "american",
      codes: ["NUMBERS_IN_TEXT", "DATE_AS_NUMBER", "NUMBERS_IN_TEXT", "SPELLINGS_JOINED"],
      notation: { kind: "number", group: ",", unit: "$" },
      order: "mdy",
      like: { price: "$2,300.00", ordered: "8/15/2024" },
    },
    {
      file: "german",
      codes: [
        ...["ENCODING_GUESSED", "TITLE_LINES", "TOTALS_ROW", "NUMBERS_IN_TEXT", "MOSTLY_NUMERIC"],
        ...["DATE_AS_NUMBER", "TARGET_MISSING_ROWS"],
      ],
      notation: { kind: "number", decimal: ",", group: "." },
      order: "dmy",
      like: { price: "2.300,00", ordered: "15.08.2024" },
    },
    {
      file: "swiss",
      codes: ["NUMBERS_IN_TEXT", "DATE_AS_NUMBER"],
      notation: { kind: "number", group: "'", unit: "CHF" },
      order: "dmy",
      like: { price: "CHF 2'300.00", ordered: "15/08/2024" },
    },
  ] as const;

  it.each(NOTATIONS)("$file: the same tree, and rows in the same notation", async (given) => {
    const { file, notation, order, like } = given;
    const { model, codes } = await learned(file);
    expect(codes).toEqual(given.codes);
    expect(model.attributes.slice(0, 2)).toEqual([
      { name: "price", type: "numeric", notation },
      { name: "ordered", type: "numeric", notation: { kind: "time", shows: "date", order } },
    ]);
    expect(model.training.rows).toBe(300);
    // One price is missing in the American table.
    if (file !== "american") expect(testsOf(model)).toEqual(testsOf((await learned("plain")).model));
    for (const [row, label] of [
      [like, "late"],
      [{ price: 2300, ordered: new Date("2024-08-15") }, "late"],
      [{ price: 2300, ordered: "2024-02-15" }, "early"],
      [{ ...like, price: 2600 }, "large"],
    ] as const)
      expect(labelOf(model, row)).toMatchObject({ label });
    const rows = [like, { ...like, price: "2600" }];
    expect(predict(model, rows, { allowMissing: true })).toMatchObject({ labels: ["late", "large"] });
  });

  it.each(Object.keys(ORDERS) as OrderFile[])(
    "%s: the command learns what the library does",
    async (file) => {
      const out = at("model.json");
      const ran = await runHere(
        "fit",
        put("t.csv", ORDERS[file]()),
        "--target",
        targetOf(file),
        "--out",
        out,
      );
      expect(ran.code, ran.err).toBe(0);
      expect(readFileSync(out, "utf8")).toBe(`${JSON.stringify(modelJson((await learned(file)).model))}\n`);
    },
  );

  it("rows in another notation are refused", async () => {
    const { model } = await learned("american");
    const row = { price: "$2,300.00", ordered: "8/15/2024", kilos: "5", gift: "no" };
    for (const [name, found, needed] of cases`
      price   → 2300 €        → a number, plain or in "$" for "price"
      price   → 2300 lb       → a number, plain or in "$" for "price"
      price   → 2.300,00      → a number, plain or in "$" for "price"
      ordered → 15/8/2024     → a date or time for "ordered"
      ordered → 20240815      → a date or time for "ordered"
      ordered → 1723680000000 → a date or time for "ordered"
    `) {
      const message = `the model needs ${needed}; the row has ${JSON.stringify(found)}`;
      expect(() => labelOf(model, { ...row, [name]: found })).toThrow(message);
    }
  });

  it("numbers are not dates, in rows, columns and tables; dates are not numbers", async () => {
    const { model } = await learned("american");
    const options = { allowMissing: true } as const;
    const message = 'the model needs a date or time for "ordered"';
    for (const ordered of [20240815, Date.UTC(2024, 7, 15), 20240815n]) {
      const row = { price: 2300, ordered };
      expect(() => predict(model, row, { unknownKeys: "ignore" })).toThrow(message);
      expect(() => predict(model, [row], options)).toThrow(message);
    }
    expect(() => predict(model, { price: [2300], ordered: [20240815] }, options)).toThrow(message);
    const table = tableFrom([{ price: 2300, ordered: 20240815 }]);
    expect(() => predict(model, table, options)).toThrow("the table has plain numbers");
    expect(() => labelOf(model, { price: new Date(), ordered: new Date() })).toThrow("the row has a date");
    const day = new Date("2024-08-15");
    const late = { labels: ["late"] };
    expect(predict(model, [{ price: 2300, ordered: day }], options)).toMatchObject(late);
    expect(predict(model, tableFrom([{ price: 2300, ordered: day }]), options)).toMatchObject(late);
    const arrow = new ArrowTable({ price: vectorFromArray([2300]), ordered: vectorFromArray([day]) });
    expect(predict(model, arrow, options)).toMatchObject(late);
  });

  it("words for missing values are missing in rows, unless others are given", async () => {
    const { model } = await learned("american");
    const row = { price: "-", ordered: "unknown", kilos: "n/a", gift: "no" };
    expect(predict(model, row).missing).toEqual(expect.arrayContaining(["price", "ordered", "kilos"]));
    expect(() => predict(model, [row], { missing: ["none"] })).toThrow('row 1 has "-"');
  });

  it("the parts of a date that is ignored or predicted are no attributes, but those that are asked for", async () => {
    const rest = ["kilos", "gift"];
    expect(namesOf((await learned("plain", { ignore: ["ordered"] })).model)).toEqual(["price", ...rest]);
    expect(namesOf((await learned("plain", {}, "ordered")).model)).toEqual(["price", ...rest, "group"]);
    const { model } = await learned("plain", { ignore: ["ordered"], use: ["ordered.month"] });
    expect(namesOf(model)).toEqual(["price", "ordered.month", ...rest]);
    // The month is derived from the date, though the date is not an attribute.
    const row = { price: 10, ordered: "2024-11-03", kilos: 1, gift: "no" };
    expect(labelOf(model, row, { unknownKeys: "error" })).toMatchObject({ label: "late", missing: [] });
  });
});

it("one word among numbers is missing; digits that are codes stay text", async () => {
  const { table, warnings } = await readTable(put("t.csv", ORDERS.stray()));
  expect(table.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    ...["age numeric", "zip nominal", "account nominal", "share numeric", "group nominal"],
  ]);
  expect(warnings.map(({ code, column }) => `${code} ${column}`)).toEqual([
    ...["MOSTLY_NUMERIC age", "DIGITS_AS_TEXT zip", "DIGITS_AS_TEXT account", "NUMBERS_IN_TEXT share"],
  ]);
  expect(warnings[0]).toMatchObject({
    message: '"age" holds numbers except for "twelve" (row 18): that cell is treated as missing',
    remedy: {
      flag: "--type age=nominal",
      option: 'types: {"age": "nominal"}',
      effect: "to keep it as text",
    },
  });
});

it("date-times and times of day have their parts, and times may be written otherwise", async () => {
  const { model, codes } = await learned("visits");
  expect(codes).toEqual(["DATE_AS_NUMBER", "DATE_AS_NUMBER", "LEAK", "LEAK"]);
  expect(namesOf(model)).toEqual(["at", "at.year", "at.month", "at.weekday", "at.hour", "opened", "n"]);
  const byClock = await learned("visits", { ignore: ["at", "at.hour"] });
  for (const opened of ["13:05", "1:05 pm"])
    expect(labelOf(byClock.model, { opened })).toMatchObject({ label: "pm" });
});
