import { readFileSync } from "node:fs";
import { Table as ArrowTable, vectorFromArray } from "apache-arrow";
import { describe, expect, it } from "vitest";
import { onlyJson, runHere } from "../../src/cli/testIo.js";
import { fitTable } from "../../src/learn/fit.js";
import type { Model } from "../../src/model/model.js";
import { modelJson } from "../../src/model/modelJson.js";
import { parseModel } from "../../src/model/parse.js";
import type { TreeModel } from "../../src/model/tree.js";
import { predict } from "../../src/predict/predict.js";
import { predictor } from "../../src/predict/predictor.js";
import { tableFrom } from "../../src/source/tableFrom.js";
import { trainingFrom } from "../../src/table/training/trainingFrom.js";
import { readTable } from "../../src/targets/files.js";
import { folder } from "../kit/folder.js";
import {
  americanOrders,
  germanReport,
  orders,
  plainOrders,
  strayCells,
  swissOrders,
  visits,
} from "./orders.js";

const { at, put, json } = folder();

const codesIn = (err: string) =>
  err
    .split("\n")
    .filter((line) => line.startsWith("warning: "))
    .map((line) => line.split(": ")[1]);

/** The command's model, after checking that the library's is the same. */
async function learned(
  path: string,
  target: string,
  ...flags: string[]
): Promise<{ model: Model; codes: string[]; out: string }> {
  const out = at("model.json");
  const ran = await runHere("fit", path, "--target", target, "--out", out, ...flags);
  expect(ran.code, ran.err).toBe(0);
  const { table, attributes } = trainingFrom(await readTable(path), { target });
  const model = fitTable(table, { target, attributes, learner: "cart", seed: 1 });
  if (flags.length === 0) expect(readFileSync(out, "utf8")).toBe(`${JSON.stringify(modelJson(model))}\n`);
  return { model: parseModel(JSON.parse(readFileSync(out, "utf8"))), codes: codesIn(ran.err), out: ran.out };
}

const accuracy = (out: string) => /accuracy +([\d.]+)/.exec(out)?.[1];
const firstLine = (out: string) => out.split("\n")[0];

describe("orders, however they are written", () => {
  it("plain: the dates are numbers with their parts, and the tree tests price and month", async () => {
    const { model, codes, out } = await learned(put("plain.csv", plainOrders()), "group");
    expect(codes).toEqual(["DATE_AS_NUMBER"]);
    expect(out).toContain("ordered.month <= June");
    // Halfway between the prices on either side of 2500.
    const prices = orders().map(({ price }) => price);
    const below = Math.max(...prices.filter((price) => price <= 2500));
    const above = Math.min(...prices.filter((price) => price > 2500));
    expect(firstLine(out)).toBe(`price <= ${Number(((below + above) / 2).toFixed(3))}`);
    expect(accuracy(out)).toBe("1.0000");
    expect(model.attributes.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "price numeric",
      "ordered numeric",
      "ordered.year numeric",
      "ordered.month ordered",
      "ordered.weekday ordered",
      "kilos numeric",
      "gift nominal",
    ]);
  });

  it.each([
    {
      name: "american.csv",
      content: americanOrders(),
      codes: ["NUMBERS_IN_TEXT", "DATE_AS_NUMBER", "NUMBERS_IN_TEXT", "SPELLINGS_JOINED"],
      notation: { kind: "number", group: ",", unit: "$" },
      order: "mdy",
      like: { price: "$2,300.00", ordered: "8/15/2024" },
      rows: 300,
    },
    {
      name: "german.csv",
      content: germanReport(),
      codes: [
        "ENCODING_GUESSED",
        "TITLE_LINES",
        "TOTALS_ROW",
        "NUMBERS_IN_TEXT",
        "MOSTLY_NUMERIC",
        "DATE_AS_NUMBER",
        "TARGET_MISSING_ROWS",
      ],
      notation: { kind: "number", decimal: ",", group: "." },
      order: "dmy",
      like: { price: "2.300,00", ordered: "15.08.2024" },
      rows: 300,
    },
    {
      name: "swiss.csv",
      content: swissOrders(),
      codes: ["NUMBERS_IN_TEXT", "DATE_AS_NUMBER"],
      notation: { kind: "number", group: "'", unit: "CHF" },
      order: "dmy",
      like: { price: "CHF 2'300.00", ordered: "15/08/2024" },
      rows: 300,
    },
  ])("$name: the same tree, and rows in the same notation", async (fixture) => {
    const { name, content, codes, notation, order, like, rows } = fixture;
    const path = put(name, content);
    const messy = await learned(path, "group");
    expect(messy.codes).toEqual(codes);
    const [price, ordered] = messy.model.attributes;
    expect(price).toEqual({ name: "price", type: "numeric", notation });
    expect(ordered).toEqual({
      name: "ordered",
      type: "numeric",
      notation: { kind: "time", shows: "date", order },
    });
    expect(messy.model.training.rows).toBe(rows);
    expect(Number(accuracy(messy.out))).toBeGreaterThanOrEqual(0.99);
    const plain = await learned(put("plain.csv", plainOrders()), "group");
    const tests = (model: Model) =>
      (model as TreeModel).nodes.flatMap((node) => ("test" in node ? [node.test] : []));
    // One price is missing in the American table.
    if (name !== "american.csv") expect(tests(messy.model)).toEqual(tests(plain.model));
    const { row } = predictor(messy.model, { unknownKeys: "ignore" });
    const label = (answer: ReturnType<typeof row>) => (answer.kind === "classification" ? answer.label : "");
    expect(label(row(like))).toBe("late");
    expect(label(row({ price: 2300, ordered: new Date("2024-08-15") }))).toBe("late");
    expect(label(row({ price: 2300, ordered: "2024-02-15" }))).toBe("early");
    expect(label(row({ ...like, price: 2600 }))).toBe("large");
    const data = [like, { ...like, price: "2600" }];
    expect(predict(messy.model, data, { allowMissing: true })).toMatchObject({ labels: ["late", "large"] });
  });

  it.each(["american.csv", "german.csv", "swiss.csv"])(
    "%s predicts itself, through the command",
    async (name) => {
      const path = at(name);
      const out = at("self.json");
      expect((await runHere("fit", path, "--target", "group", "--out", out)).code).toBe(0);
      const skip = name === "german.csv" ? ["--skip-last-lines", "1"] : [];
      const ran = await runHere("predict", out, path, ...skip);
      expect(ran.code, ran.err).toBe(0);
      const labels = ran.out
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",")[1]);
      const expected = orders().map(({ group }) => group);
      const wrong = expected.filter((group, i) => group !== labels[i]).length;
      expect(wrong).toBeLessThanOrEqual(1);
      const explained = await runHere("explain", out, path, "--row", "0", ...skip);
      expect(explained.code, explained.err).toBe(0);
    },
  );

  it("a line of totals is no row to predict: the error says how to skip it", async () => {
    const out = at("german.json");
    await runHere("fit", at("german.csv"), "--target", "group", "--out", out);
    const ran = await runHere("predict", out, at("german.csv"));
    expect(ran.err).toContain('row 301: the model needs a number for "price", found "Summe"');
    expect(ran.err).toContain(
      "if the last line holds totals, skip it (skipLastLines: 1, --skip-last-lines 1)",
    );
  });

  it("a file of one row is read in the model's notation, not in the most likely one", async () => {
    const out = at("german.json");
    await runHere("fit", at("german.csv"), "--target", "group", "--out", out);
    // 1.004 would be about one; as in the report, it is a thousand and four. 3.4.2024 is in April.
    const one = put("one.csv", "price;ordered;kilos;größe\n2.604;3.4.2024;5;ja\n");
    const ran = await runHere("predict", out, one);
    expect(ran.out, ran.err).toBe("row,prediction\n0,large\n");
    const other = put("other.csv", "price,ordered,kilos,größe\n1004.31,2024-04-03,5,ja\n");
    expect((await runHere("predict", out, other)).out).toBe("row,prediction\n0,early\n");
  });

  it("flags keep text, drop the total and skip the title", async () => {
    const path = at("german.csv");
    const flags = ["--skip-lines", "2", "--skip-last-lines", "1", "--encoding", "latin1", "--decimal", ","];
    const kept = await learned(path, "group", ...flags, "--dates", "dmy");
    expect(kept.codes).toEqual(["NUMBERS_IN_TEXT", "DATE_AS_NUMBER"]);
    const text = await learned(path, "group", ...flags, "--type", "ordered=nominal", "--ignore", "price");
    expect(text.codes).not.toContain("DATE_AS_NUMBER");
    expect(text.model.attributes.map(({ name }) => name)).toContain("ordered");
  });

  it("a file in another notation is refused, as such rows are", async () => {
    const out = at("american.json");
    const path = put("american.csv", americanOrders());
    expect((await runHere("fit", path, "--target", "group", "--out", out)).code).toBe(0);
    const model = parseModel(JSON.parse(readFileSync(out, "utf8")));
    const row = { price: "$2,300.00", ordered: "8/15/2024", kilos: "5", gift: "no" };
    const check = async (cells: Partial<typeof row>, needed: string, found: string, ...flags: string[]) => {
      const given = { ...row, ...cells };
      const csv = [Object.keys(given).join(";"), Object.values(given).join(";"), ""].join("\n");
      const ran = await runHere("predict", out, put("one.csv", csv), ...flags);
      expect(ran.err).toContain(`row 1: the model needs ${needed}, found ${JSON.stringify(found)}`);
      expect(ran.code).not.toBe(0);
      const message = `the model needs ${needed}; the row has ${JSON.stringify(found)}`;
      expect(() => predictor(model, { unknownKeys: "ignore" }).row(given)).toThrow(message);
    };
    const price = 'a number, plain or in "$" for "price"';
    await check({ price: "2300 €" }, price, "2300 €");
    await check({ price: "2300 lb" }, price, "2300 lb");
    await check({ price: "2.300,00" }, price, "2.300,00");
    await check({ ordered: "15/8/2024" }, 'a date or time for "ordered"', "15/8/2024");
    await check({ ordered: "20240815" }, 'a date or time for "ordered"', "20240815");
    await check({ ordered: "1723680000000" }, 'a date or time for "ordered"', "1723680000000");
    // What the user says about the file is respected.
    const german = put("german-row.csv", "price;ordered;kilos;gift\n2.300,00;15/8/2024;5;no\n");
    const ran = await runHere("predict", out, german, "--decimal", ",", "--dates", "dmy");
    expect(ran.out, ran.err).toBe("row,prediction\n0,late\n");
    const json = put("one.json", JSON.stringify([{ ...row, price: 2300, kilos: 5, ordered: 20240815 }]));
    const read = await runHere("predict", out, json);
    expect(read.err).toContain('the model needs a date or time for "ordered", found "20240815"');
  });

  it("numbers are not dates, in rows, columns and tables; dates are not numbers", async () => {
    const model = parseModel(json("american.json"));
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
    const row = { price: new Date(), ordered: new Date() };
    expect(() => predict(model, row, { unknownKeys: "ignore" })).toThrow("the row has a date");
    const day = new Date("2024-08-15");
    const late = { labels: ["late"] };
    expect(predict(model, [{ price: 2300, ordered: day }], options)).toMatchObject(late);
    expect(predict(model, tableFrom([{ price: 2300, ordered: day }]), options)).toMatchObject(late);
    const arrow = new ArrowTable({ price: vectorFromArray([2300]), ordered: vectorFromArray([day]) });
    expect(predict(model, arrow, options)).toMatchObject(late);
  });

  it("words for missing values are missing in files and in rows, unless others are given", async () => {
    const out = at("american.json");
    const model = parseModel(JSON.parse(readFileSync(out, "utf8")));
    const path = put("words.csv", "price,ordered,kilos,gift\n-,unknown,n/a,no\n");
    expect((await runHere("predict", out, path)).code).toBe(0);
    const row = { price: "-", ordered: "unknown", kilos: "n/a", gift: "no" };
    expect(predict(model, row).missing).toEqual(expect.arrayContaining(["price", "ordered", "kilos"]));
    const strict = await runHere("predict", out, path, "--missing", "none");
    expect(strict.err).toContain('found "-"');
    expect(() => predict(model, [row], { missing: ["none"] })).toThrow('row 1 has "-"');
  });

  it("evaluates on a test file in the same notation, and draws dates", async () => {
    const [train, test] = [at("american.csv"), put("test.csv", americanOrders())];
    const answer = onlyJson(
      await runHere(
        "evaluate",
        train,
        "--test",
        test,
        "--target",
        "group",
        "--json",
        "--type",
        "gift=string",
      ),
    );
    expect(answer.accuracy).toBeGreaterThan(0.98);
    const path = put(
      "dates.csv",
      `ordered,group\n${orders()
        .map(({ day }) => `${isoOf(day)},${day < 350 ? "old" : "new"}`)
        .join("\n")}\n`,
    );
    const out = at("dates.json");
    const ran = await runHere("fit", path, "--target", "group", "--out", out);
    // 349 days after 1 January 2023 is 16 December: the threshold is between two days that occur.
    expect(firstLine(ran.out)).toMatch(/^ordered <= 2023-12-1[5-9]/);
    expect((await runHere("rules", out)).out).toMatch(/IF ordered <= 2023-12-1\d +THEN old/);
    expect((await runHere("show", out, "--as", "svg")).out).toContain("2023-12-1");
    const described = await runHere("describe", path, "--target", "group");
    expect(described.out).toContain("best split at 2023-12-1");
    expect(described.out).toContain("2023-01-01");
  });

  it("excludes the parts of a date that is ignored or predicted", async () => {
    const path = at("plain.csv");
    const ignored = await learned(path, "group", "--ignore", "ordered");
    expect(ignored.model.attributes.map(({ name }) => name)).toEqual(["price", "kilos", "gift"]);
    const part = await learned(path, "group", "--ignore", "ordered", "--use", "ordered.month");
    expect(part.model.attributes.map(({ name }) => name)).toEqual([
      "price",
      "ordered.month",
      "kilos",
      "gift",
    ]);
    // The month is derived from the date, though the date is not an attribute.
    const { row } = predictor(part.model, { unknownKeys: "error" });
    const answer = row({ price: 10, ordered: "2024-11-03", kilos: 1, gift: "no" });
    expect(answer.kind === "classification" && answer.label).toBe("late");
    expect(answer.missing).toEqual([]);
    const target = await learned(path, "ordered");
    expect(target.model.attributes.map(({ name }) => name)).toEqual(["price", "kilos", "gift", "group"]);
  });
});

const isoOf = (day: number) => new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);

describe("stray cells, postcodes and percentages", () => {
  it("one word among numbers is missing; digits that are codes stay text", async () => {
    const path = put("stray-cells.csv", strayCells());
    const { table, warnings } = await readTable(path);
    expect(table.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "age numeric",
      "zip nominal",
      "account nominal",
      "share numeric",
      "group nominal",
    ]);
    expect(warnings.map(({ code, column }) => [code, column])).toEqual([
      ["MOSTLY_NUMERIC", "age"],
      ["DIGITS_AS_TEXT", "zip"],
      ["DIGITS_AS_TEXT", "account"],
      ["NUMBERS_IN_TEXT", "share"],
    ]);
    expect(warnings[0]).toEqual({
      code: "MOSTLY_NUMERIC",
      column: "age",
      message: '"age" holds numbers except for "twelve" (row 18): that cell is treated as missing',
      remedy: {
        flag: "--type age=nominal",
        option: 'types: {"age": "nominal"}',
        effect: "to keep it as text",
      },
    });
    const ran = await runHere("fit", path, "--target", "group", "--type", "age=nominal", "--json");
    expect(ran.err).not.toContain("MOSTLY_NUMERIC");
    const strict = await runHere("fit", path, "--target", "group", "--type", "age=numeric");
    expect(strict.err).toContain('line 19, cell 1: expected a number for "age", found "twelve"');
  });
});

describe("times", () => {
  it("date-times and times of day appear in tests as they are written", async () => {
    const path = put("visits.csv", visits());
    const { model, codes, out } = await learned(path, "outcome");
    expect(codes).toEqual(["DATE_AS_NUMBER", "DATE_AS_NUMBER", "LEAK", "LEAK"]);
    expect(model.attributes.map(({ name }) => name)).toEqual([
      ...["at", "at.year", "at.month", "at.weekday", "at.hour", "opened", "n"],
    ]);
    expect(accuracy(out)).toBe("1.0000");
    const flags = ["--ignore", "at", "--ignore", "at.hour"];
    const byClock = await learned(path, "outcome", ...flags);
    expect(firstLine(byClock.out)).toMatch(/^opened <= 11:5\d/);
    const { row } = predictor(byClock.model, { unknownKeys: "ignore" });
    expect(row({ opened: "13:05" })).toMatchObject({ label: "pm" });
    expect(row({ opened: "1:05 pm" })).toMatchObject({ label: "pm" });
  });
});
