import { describe, expect, it } from "vitest";
import { type Change, changeText, compare } from "../../../guards/manifest/compare.mjs";
import { firstDifference } from "../../../guards/manifest/difference.mjs";

const [A, B] = ["0123456789abcdef", "fedcba9876543210"];

const kinds = (changes: readonly Change[]) => changes.map(({ key, kind }) => `${key} ${kind}`);

describe("two manifests", () => {
  it.each([
    ["the same", A, A, []],
    ["another model", `${A}\tforest(grow)`, `${B}\tforest(grow)`, ["case changed"]],
    ["the same model by another kernel", `${A}\tforest(grow)`, A, ["case way"]],
    ["a model in place of a refusal", "OPTION_RANGE: no", A, ["case refusal"]],
    ["a refusal in other words", "OPTION_RANGE: no", "OPTION_RANGE: never", ["case refusal"]],
  ])("%s", (_, before, now, wanted) => {
    expect(kinds(compare(new Map([["case", before]]), new Map([["case", now]])))).toEqual(wanted);
  });

  it("name new cases, and recorded ones that are no cases any more, but not those that were not run", () => {
    const [before, now] = [new Map([["old", A]]), new Map([["young", A]])];
    expect(kinds(compare(before, now))).toEqual(["young new", "old missing"]);
    expect(kinds(compare(before, now, new Set(["young", "old"])))).toEqual(["young new"]);
  });

  it("tell which functions of kernels are called no more, and which are called now", () => {
    const before = `${A}\tforest(bag grow) sort(sortColumn)`;
    const [change] = compare(new Map([["case", before]]), new Map([["case", `${A}\tforest(grow judge)`]]));
    expect(changeText(change)).toBe(
      "case: has the same result by another way\n  -bag -sort -sortColumn +judge",
    );
  });
});

describe("the first difference", () => {
  const model = { learner: "cart", nodes: [{ weight: 3 }, { weight: 2, test: { threshold: 1.5 } }] };

  it.each([
    ["nodes[1].test.threshold: 1.5 → 2", { nodes: [{ weight: 3 }, { weight: 2, test: { threshold: 2 } }] }],
    ['nodes[1]: {"weight":2,"test":{"threshold":1.5}} → absent', { nodes: [{ weight: 3 }] }],
    ["seed: absent → 1", { seed: 1 }],
  ])("of models: %s", (wanted, change) => {
    expect(firstDifference(JSON.stringify(model), JSON.stringify({ ...model, ...change }))).toBe(wanted);
  });

  it("of outputs is a line of one of their parts, of long ones with what is around it, of equal ones none", () => {
    const before = "== exit\n0\n== stdout\nrows 3\nerror 0.1\n== stderr\n";
    const found = firstDifference(before, before.replace("0.1", "0.2"));
    expect(found).toBe("stdout, line 2:\n  - error 0.1\n  + error 0.2");
    const line = (end: string) => `${"x".repeat(300)}${end}${"y".repeat(300)}`;
    expect(firstDifference(line("1"), line("2"))).toMatch(/\n {2}- …x+1y+…\n {2}\+ …x+2y+…$/);
    expect(firstDifference("a", "a")).toBeUndefined();
  });
});
