import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { led } from "../synthetic/index.js";
import { onlyJson, runHere } from "./testIo.js";
import { csvOf, pairCsv } from "./testTables.js";

let folder: string;
const at = (name: string) => join(folder, name);
const put = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "coppice-evaluate-"));
  put("pair.csv", pairCsv());
  put("line.csv", ["x,y", ...Array.from({ length: 40 }, (_, i) => `${i},${(i * i) / 7}`), ""].join("\n"));
  put("led.csv", csvOf(led({ rows: 120, seed: 5 })));
});
afterAll(() => rmSync(folder, { recursive: true }));

const on = (verb: string, ...more: string[]) => runHere(verb, at("pair.csv"), "--target", "y", ...more);

async function fails(args: readonly string[], exit: number, code: string, message: string) {
  const ran = await runHere(...args, "--json");
  expect(ran.code, ran.err).toBe(exit);
  const { error } = onlyJson(ran) as { error: { code: string; message: string } };
  expect(error.message).toContain(message);
  expect(error.code).toBe(code);
}

describe("evaluate", () => {
  it("has every figure, and intervals", async () => {
    const answer = onlyJson(await on("evaluate", "--json"));
    expect(answer).toMatchObject({ method: "folds", folds: 10, intervals: { confidence: 0.95 } });
    for (const key of [
      "accuracy",
      "balancedAccuracy",
      "kappa",
      "mcc",
      "auc",
      "averagePrecision",
      "brier",
      "logLoss",
    ])
      expect(answer[key], key).toBeTypeOf("number");
    const { accuracy, mean } = answer.intervals as Record<string, { low: number; high: number }>;
    expect(accuracy.low).toBeLessThan(answer.accuracy as number);
    expect(accuracy.high).toBeGreaterThan(answer.accuracy as number);
    expect(mean).toHaveProperty("sd");
    const [high] = answer.perClass as { aucInterval: object }[];
    expect(Object.keys(high.aucInterval)).toEqual(["low", "high"]);
  });

  it("judges in seven ways", async () => {
    const how = async (...flags: string[]) =>
      onlyJson(await on("evaluate", "--json", "--predictions", ...flags));
    const rows = ({ predictions }: Record<string, unknown>) => (predictions as object[]).length;
    const resubstitution = await how("--resubstitution", "--set", "prune=none");
    expect(resubstitution).toMatchObject({ method: "resubstitution", folds: 1, accuracy: 1 });
    const held = await how("--holdout", "0.25");
    expect(held).toMatchObject({ method: "holdOut", folds: 1 });
    expect(rows(held)).toBe(15);
    expect(await how("--leave-one-out")).toMatchObject({ method: "leaveOneOut", folds: 60 });
    const repeated = await how("--folds", "4", "--repeats", "3");
    expect(repeated).toMatchObject({ method: "folds", folds: 4, repeats: 3 });
    expect(rows(repeated)).toBe(180);
    expect(repeated.perFold).toHaveLength(12);
    expect((repeated.predictions as object[])[61]).toMatchObject({ row: 1, repeat: 1 });
    expect(await how("--plain", "--folds", "3")).toMatchObject({ folds: 3 });
  });

  it("estimates by the bootstrap", async () => {
    const answer = onlyJson(await on("evaluate", "--json", "--bootstrap", "12"));
    const { estimate, resubstitution, leftOut } = answer.bootstrap as Record<string, number>;
    expect(answer.accuracy).toBe(1 - estimate);
    expect(estimate).toBeGreaterThanOrEqual(resubstitution);
    expect(estimate).toBeLessThanOrEqual(leftOut);
    expect(answer.perFold).toHaveLength(12);
    const { out } = await on("evaluate", "--bootstrap", "12");
    expect(out).toContain(".632+ estimate");
    const numbers = onlyJson(
      await runHere("evaluate", at("line.csv"), "--target", "y", "--bootstrap", "5", "--json"),
    );
    expect(numbers.rmse).toBe(Math.sqrt((numbers.bootstrap as { estimate: number }).estimate));
  });

  it("counts rows judged several times once in Wilson's interval", async () => {
    const width = async (...flags: string[]) => {
      const { intervals } = onlyJson(await on("evaluate", "--json", "--folds", "5", ...flags));
      const { low, high } = (intervals as { accuracy: { low: number; high: number } }).accuracy;
      return high - low;
    };
    const [once, often] = [await width(), await width("--repeats", "8")];
    expect(often).toBeGreaterThan(0.7 * once);
  });

  it("draws ROC curves", async () => {
    const ran = await on("evaluate", "--roc", at("roc.svg"));
    expect(readFileSync(at("roc.svg"), "utf8")).toContain("(AUC 0.");
    expect(ran.out).toContain("true positive rate");
    expect(ran.out).toContain(`written to ${at("roc.svg")}`);
    const many = await runHere(
      "evaluate",
      at("led.csv"),
      "--target",
      "class",
      "--type",
      "class=nominal",
      "--roc",
      "-",
    );
    expect(many.out.match(/\(AUC/g)).toHaveLength(6);
    expect(existsSync("-")).toBe(false);
    await fails(
      ["evaluate", at("line.csv"), "--target", "y", "--roc", "-"],
      2,
      "OPTION_CONFLICT",
      "--roc needs",
    );
  });

  it("draws precision and recall", async () => {
    const ran = await on("evaluate", "--pr", at("pr.svg"));
    expect(readFileSync(at("pr.svg"), "utf8")).toContain("(average precision 0.");
    expect(ran.out).toContain(`PR                 written to ${at("pr.svg")}`);
    const numbers = ["evaluate", at("line.csv"), "--target", "y", "--pr", "-"];
    await fails(numbers, 2, "OPTION_CONFLICT", "--pr needs");
  });

  it("warns of folds that miss a class, and refuses those with one class", async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `${i},${i < 6 ? "a" : i < 11 ? "b" : "rare"}`);
    const path = put("rare.csv", ["x,y", ...rows, ""].join("\n"));
    const ran = await runHere("evaluate", path, "--target", "y", "--folds", "3", "--json");
    expect(ran.err).toContain('warning: CLASS_NOT_LEARNED: class "rare" has no training rows in 1 of 3');
    expect(onlyJson(ran).warnings).toMatchObject([{ code: "CLASS_SINGLE" }, { code: "CLASS_NOT_LEARNED" }]);
    const halves = Array.from({ length: 12 }, (_, i) => `${i},${i < 6 ? 0 : 1}`);
    const folds = put("halves.csv", ["row,fold", ...halves, ""].join("\n"));
    const ab = put("ab.csv", ["x,y", ...rows.map((row) => row.replace("rare", "b")), ""].join("\n"));
    const flags = ["evaluate", ab, "--target", "y", "--folds-file", folds];
    await fails(flags, 1, "FOLDS_INVALID", 'fold 0 has training rows of class "b" only');
  });

  it("refuses flags that contradict each other", async () => {
    const flags = (...more: string[]) => ["evaluate", at("pair.csv"), "--target", "y", ...more];
    await fails(flags("--holdout", "2"), 2, "OPTION_RANGE", "--holdout must be a share between 0 and 1");
    await fails(
      flags("--holdout", ".3", "--bootstrap", "5"),
      2,
      "OPTION_CONFLICT",
      "--holdout and --bootstrap",
    );
    await fails(flags("--leave-one-out", "--repeats", "2"), 2, "OPTION_CONFLICT", "--repeats has no meaning");
    await fails(
      flags("--bootstrap", "9", "--plain"),
      2,
      "OPTION_CONFLICT",
      "--plain has no meaning with --bootstrap",
    );
    await fails(flags("--folds-file", "f.csv", "--plain"), 2, "OPTION_CONFLICT", "--plain has no meaning");
    await fails(flags("--confidence", "95"), 2, "OPTION_RANGE", "--confidence must be a share");
  });
});
