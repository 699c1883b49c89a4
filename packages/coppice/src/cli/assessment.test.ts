import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onlyJson, runHere } from "./testIo.js";
import { pairCsv } from "./testTables.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "coppice-assess-"));
  writeFileSync(at("pair.csv"), pairCsv());
});
afterAll(() => rmSync(folder, { recursive: true }));

const fit = (...more: string[]) => runHere("fit", at("pair.csv"), "--target", "y", ...more);
const assessment = async (...more: string[]) =>
  onlyJson(await fit("--json", ...more)).assessment as Record<string, unknown> | undefined;

describe("fit --assess", () => {
  it("measures nothing without a report, and says that training accuracy is optimistic", async () => {
    expect(await assessment()).toBeUndefined();
    expect((await fit()).out).toMatch(/training accuracy {2}0\.\d{4} {2}on 60 rows; optimistic\n/);
  });

  it("cross-validates for a report: the same figures as evaluate", async () => {
    const answer = await assessment("--report", at("r.html"));
    const evaluated = onlyJson(await runHere("evaluate", at("pair.csv"), "--target", "y", "--json"));
    expect(answer).toMatchObject({
      method: "folds",
      folds: 10,
      rows: 60,
      accuracy: evaluated.accuracy,
      confusion: evaluated.confusion,
      interval: { confidence: 0.95, ...(evaluated.intervals as { accuracy: object }).accuracy },
      baseline: { class: "low", accuracy: 0.55 }, // 30 rows below the middle, and 3 above it: 33 of 60
    });
    const { out } = await fit("--report", at("r.html"));
    expect(out).toMatch(
      / {2}accuracy {11}0\.\d{4} {2}95% CI 0\.\d{4} to 0\.\d{4}, 10-fold cross-validation\n/,
    );
    expect(out).not.toContain("optimistic");
  });

  it("holds rows out", async () => {
    expect(await assessment("--assess", "holdout")).toMatchObject({
      method: "holdOut",
      share: 0.2,
      rows: 12,
    });
    const { out } = await fit("--assess", "holdout");
    expect(out).toContain("hold-out of 12 rows");
  });

  it("holds rows out for a report where folds would take long", async () => {
    const path = at("wide.csv");
    const rows = Array.from({ length: 1000 }, (_, i) => `${i % 7},${i % 11},${(i * i) % 13 > 6 ? "a" : "b"}`);
    writeFileSync(path, ["x,z,y", ...rows, ""].join("\n"));
    const how = async (...more: string[]) =>
      onlyJson(await runHere("fit", path, "--target", "y", "--report", at("w.html"), "--json", ...more))
        .assessment;
    // 2,000 cells: the work of 2,000 for one tree, of 2,000 * 1,600 / 15 = 213,333 for so many
    expect(await how()).toMatchObject({ method: "folds" });
    const many = ["--learner", "adaBoost", "--set", "trees=1600", "--set", "of.maxDepth=1"];
    expect(await how(...many)).toMatchObject({ method: "holdOut", rows: 200 });
  });

  it("takes the out-of-bag figure of a forest, report or not", async () => {
    const flags = ["--learner", "forest", "--set", "trees=40"];
    const answer = onlyJson(await fit("--json", ...flags));
    const { accuracy, method } = answer.assessment as { accuracy: number; method: string };
    expect(method).toBe("oob");
    expect(accuracy).toBe(1 - (answer.oob as { error: number }).error);
    expect((await fit(...flags)).out).toMatch(/accuracy .* out-of-bag\n/);
  });

  it("can be turned off", async () => {
    expect(await assessment("--assess", "none", "--report", at("r.html"))).toBeUndefined();
    const page = readFileSync(at("r.html"), "utf8");
    expect(page).not.toContain("cross-validation");
  });

  it("refuses out-of-bag figures of a learner that has none", async () => {
    const ran = await fit("--assess", "oob", "--json");
    expect(ran.code).toBe(2);
    expect(onlyJson(ran).error).toMatchObject({
      code: "OPTION_CONFLICT",
      message:
        "--assess oob needs trees that each leave rows out, as forests and bagging have; cart has no out-of-bag figure",
    });
  });

  it("writes the report without the figure where folds cannot be learned from", async () => {
    // Only one row is complete: the folds without it have none to learn from.
    const path = at("holes.csv");
    writeFileSync(path, "x,z,y\n1,,a\n,2,b\n,3,b\n4,5,a\n6,,b\n");
    const flags = ["--target", "y", "--learner", "cart", "--set", "missing=drop"];
    const ran = await runHere("fit", path, ...flags, "--report", at("h.html"), "--json");
    expect(ran.code, ran.err).toBe(0);
    expect(ran.err).toContain(
      "warning: NOT_ASSESSED: the model was not measured on rows it has not seen: fold ",
    );
    const asked = await runHere("fit", path, ...flags, "--assess", "folds", "--json");
    expect(onlyJson(asked).error).toMatchObject({ code: "ROWS_INCOMPLETE" });
  });
});
