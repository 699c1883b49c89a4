import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { onlyJson, runHere } from "../../src/cli/testIo.js";
import { fitTable } from "../../src/learn/fit.js";
import { modelJson } from "../../src/model/modelJson.js";
import { trainingFrom } from "../../src/table/training/trainingFrom.js";
import { readTable } from "../../src/targets/files.js";
import { folder } from "../kit/folder.js";
import { CLASS_SETS, describeShared, sharedSet, VALUE_SETS } from "../shared.js";
import { churn, copies, frauds, loans, prices } from "./policyTables.js";

const { at, put } = folder();

const warningsIn = (err: string) => err.split("\n").filter((line) => line.startsWith("warning: "));
const accuracyOf = (answer: Record<string, unknown>) => answer.accuracy as number;

describe("a table with an id, near-unique text, weights and missing targets", () => {
  const path = put("loans.csv", loans());

  it("gives one model, by the command and by the library", async () => {
    for (const more of [[], ["--use", "reference"], ["--ignore", "purpose"]]) {
      const out = at("model.json");
      const ran = await runHere(
        "fit",
        path,
        "--target",
        "repaid",
        "--weight",
        "sampled",
        "--out",
        out,
        ...more,
      );
      expect(ran.code, ran.err).toBe(0);
      const read = await readTable(path);
      const request = {
        target: "repaid",
        weight: "sampled",
        ...(more[0] === "--use" && { use: [more[1]] }),
        ...(more[0] === "--ignore" && { ignore: [more[1]] }),
      };
      const { table, attributes, warnings } = trainingFrom(read, request);
      const model = fitTable(table, {
        target: "repaid",
        weight: "sampled",
        attributes,
        learner: "cart",
        seed: 1,
      });
      expect(readFileSync(out, "utf8")).toBe(`${JSON.stringify(modelJson(model))}\n`);
      expect(warningsIn(ran.err).map((line) => line.split(": ")[1])).toEqual(
        warnings.map(({ code }) => code),
      );
    }
  });

  it("reports which columns and rows are excluded, in every command", async () => {
    const expected = [
      'warning: ID_LIKE: "id" differs in every row, like an identifier: excluded; add --use id to include it',
      'warning: NEAR_UNIQUE: "reference" has 252 distinct values in 400 rows, close to one per row: excluded; add --use reference to include it',
      'warning: TARGET_MISSING_ROWS: the target "repaid" is missing in 20 rows: excluded',
    ];
    const zero = "warning: ZERO_WEIGHT_ROWS: 42 rows have weight 0: ignored";
    const learning = [path, "--target", "repaid", "--weight", "sampled", "--threads", "1", "--json"];
    const all: string[][] = [
      ["fit", ...learning],
      ["evaluate", ...learning, "--folds", "3"],
      ["compare", ...learning, "--folds", "3", "--learners", "cart,oneR"],
      ["curve", ...learning, "--folds", "3"],
      ["stability", ...learning, "--samples", "2"],
      ["variance", ...learning, "--samples", "2"],
    ];
    for (const args of all) {
      const { err } = await runHere(...args);
      expect(warningsIn(err), args[0]).toEqual([...expected, zero]);
    }
    const described = await runHere("describe", path, "--target", "repaid", "--ignore", "sampled", "--json");
    expect(warningsIn(described.err)).toEqual(expected);
    const { attributes } = onlyJson(described) as { attributes: { attribute: string }[] };
    expect(attributes.map(({ attribute }) => attribute).sort()).toEqual(["income", "purpose"]);
  });

  it("gives a better model without its near-unique text", async () => {
    const evaluate = (...more: string[]) =>
      runHere("evaluate", path, "--target", "repaid", "--json", "--threads", "1", ...more);
    const without = accuracyOf(onlyJson(await evaluate()));
    const withText = accuracyOf(onlyJson(await evaluate("--use", "reference")));
    // Predicting from income alone is correct in 87.5% of the rows.
    expect(without).toBeGreaterThan(0.84);
    expect(withText).toBeLessThan(without - 0.03);
  });
});

describe("a target with a class per row", () => {
  const path = put("prices.csv", prices());

  it("is rejected immediately, with a likely cause", async () => {
    for (const verb of ["fit", "evaluate"]) {
      const ran = await runHere(verb, path, "--target", "price");
      expect(ran.code).toBe(1);
      expect(ran.err).toContain('TARGET_CLASSES: the target "price" has 300 classes in 300 rows');
      expect(ran.err).toContain("add --type price=nominal if these are classes");
    }
  });

  it("can still be described", async () => {
    const ran = await runHere("describe", path, "--target", "price");
    expect(ran.code).toBe(0);
    expect(ran.err).toContain('warning: TARGET_CLASSES: the target "price" has 300 classes in 300 rows');
  });
});

describe("a table with leaks", () => {
  it("names the attribute that determines the target, and the one that does so by being missing", async () => {
    const path = put("churn.csv", churn());
    const { err } = await runHere("fit", path, "--target", "churned", "--json");
    expect(warningsIn(err)).toEqual([
      'warning: LEAK: "closing" alone predicts the target "churned" perfectly: it may have been recorded after the outcome; ' +
        "add --ignore closing if it is not known when predicting",
      'warning: LEAK_MISSING: whether "refund" is missing predicts the target "churned" perfectly: it may have been recorded after the outcome; ' +
        "add --ignore refund if it is not known when predicting",
    ]);
    const clean = await runHere(
      "fit",
      path,
      "--target",
      "churned",
      "--json",
      "--ignore",
      "closing",
      "--ignore",
      "refund",
    );
    expect(warningsIn(clean.err)).toEqual([]);
  });
});

describe("a table with a rare class and a misspelt one", () => {
  it("names both", async () => {
    const path = put("frauds.csv", frauds());
    const { err, code } = await runHere("fit", path, "--target", "kind", "--json", "--set", "priors=equal");
    expect(code).toBe(0);
    expect(warningsIn(err)).toEqual([
      'warning: CLASS_MISSPELT: the class "genunie" has 1 row (row 124) and looks like a misspelling of "genuine" (593 rows): ' +
        "kept as a separate class; correct the cells if it is not one",
      // 593 of 599 rows are 98.9983%.
      'warning: CLASS_RARE: the class "fraud" has 6 of 599 rows, and always predicting "genuine" achieves an accuracy of 98.9%: ' +
        "accuracy is not informative here; add --set priors=equal if the learner has that option, to give every class the same weight",
    ]);
  });
});

describe("a table with duplicate rows", () => {
  const path = put("copies.csv", copies());
  const evaluate = (...more: string[]) =>
    runHere("evaluate", path, "--target", "class", "--json", "--threads", "1", "--set", "minGain=0", ...more);

  it("seems easy until equal rows stay in one fold", async () => {
    const plain = await evaluate();
    expect(warningsIn(plain.err)).toEqual([
      "warning: DUPLICATE_ROWS: 300 of 400 rows are duplicates, target included: with duplicates in different folds, a model is tested on training rows; " +
        "add --group-duplicates when evaluating, to keep equal rows in one fold",
    ]);
    const grouped = await evaluate("--group-duplicates");
    expect(warningsIn(grouped.err)).toEqual([]);
    expect(accuracyOf(onlyJson(plain))).toBeGreaterThan(0.9);
    // The class is noise.
    expect(accuracyOf(onlyJson(grouped))).toBeLessThan(0.65);
    const text = await runHere("evaluate", path, "--target", "class", "--group-duplicates");
    expect(text.out).toContain("10 stratified folds with equal rows together, seed 1");
  });

  it("needs folds to keep them in", async () => {
    for (const way of [["--holdout", "0.3"], ["--leave-one-out"], ["--folds-file", "f.csv"]]) {
      const ran = await evaluate("--group-duplicates", ...way);
      expect(ran.err).toContain(`OPTION_CONFLICT: --group-duplicates has no meaning with ${way[0]}`);
    }
  });
});

/** Warnings about public tables, each checked by hand: all are true, and none is a leak. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  audiology: ["CLASS_SINGLE"],
  hypothyroid: ["CLASS_RARE"],
  spambase: ["DUPLICATE_ROWS"],
  titanic: ["DUPLICATE_ROWS"],
  "winequality-red": ["DUPLICATE_ROWS"],
  "winequality-white": ["DUPLICATE_ROWS"],
};
const INSPECTED = new Set(["CONSTANT", "ALL_MISSING", "ROW_NUMBER", "MANY_LEVELS", "TARGET_MISSING_ROWS"]);

describeShared("public tables with their schemas", () => {
  const names = [
    ...CLASS_SETS,
    ...VALUE_SETS,
    ...Object.keys(SAID),
    "adult",
    "bank-full",
    "banknote",
    "vote",
  ];
  it.each([...new Set(names)])("%s has no false warnings", async (name) => {
    const { table, target } = await sharedSet(name);
    const declared = new Set(table.columns.map((column) => column.name));
    const { warnings } = trainingFrom({ table, declared }, { target });
    const codes = warnings.map(({ code }) => code).filter((code) => !INSPECTED.has(code));
    expect(codes).toEqual(SAID[name] ?? []);
  });
});
