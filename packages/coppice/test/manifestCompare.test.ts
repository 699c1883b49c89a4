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

  it("name new cases, and missing ones if all were run", () => {
    const [before, now] = [new Map([["old", A]]), new Map([["young", A]])];
    expect(kinds(compare(before, now))).toEqual(["young new", "old missing"]);
    expect(kinds(compare(before, now, false))).toEqual(["young new"]);
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
    [
      "of a number",
      "nodes[1].test.threshold: 1.5 → 2",
      { nodes: [{ weight: 3 }, { weight: 2, test: { threshold: 2 } }] },
    ],
    [
      "of a node that is gone",
      'nodes[1]: {"weight":2,"test":{"threshold":1.5}} → absent',
      { nodes: [{ weight: 3 }] },
    ],
    ["of a field that is new", "seed: absent → 1", { seed: 1 }],
  ])("of models: %s", (_, wanted, change) => {
    expect(firstDifference(JSON.stringify(model), JSON.stringify({ ...model, ...change }))).toBe(wanted);
  });

  it("of outputs is a line of one of their parts", () => {
    const before = "== exit\n0\n== stdout\nrows 3\nerror 0.1\n== stderr\n";
    expect(firstDifference(before, before.replace("0.1", "0.2"))).toBe(
      "stdout, line 2:\n  - error 0.1\n  + error 0.2",
    );
  });

  it("of long lines is shown with what is around it", () => {
    const line = (end: string) => `${"x".repeat(300)}${end}${"y".repeat(300)}`;
    const [, was, is] = firstDifference(line("1"), line("2"))!.split("\n");
    expect(was).toMatch(/^ {2}- …x+1y+…$/);
    expect(is).toMatch(/^ {2}\+ …x+2y+…$/);
  });

  it("is none of equal texts", () => {
    expect(firstDifference("a", "a")).toBeUndefined();
  });
});
