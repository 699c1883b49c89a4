import { describe, expect, it } from "vitest";
import { predictTable } from "../predict/predictTable.js";
import { type Cell, tableOf } from "../synthetic/columns.js";
import { tennis } from "../synthetic/textbook.js";
import { fitTable } from "./fit.js";

/** One numeric attribute, in order; "." is a missing cell. */
function onNumbers(classes: string, minBucket: number, values?: Cell[]) {
  const letters = [...classes];
  const table = tableOf(
    [
      { name: "x", type: "numeric" },
      { name: "y", type: "nominal", levels: ["a", "b", "c"] },
    ],
    letters.map((letter, i) => [values ? values[i] : i + 1, letter]),
  );
  return { table, model: fitTable(table, { learner: "oneR", target: "y", options: { minBucket } }) };
}
const edgesOf = ({ model }: ReturnType<typeof onNumbers>) => {
  const { test } = model.nodes[0];
  return test?.kind === "intervals" ? test.edges : undefined;
};

describe("oneR on numbers (Holte 1993)", () => {
  it("ends a bucket when its class has enough rows and another class comes", () => {
    // a a a | b b b: the first bucket has 3 a at value 3, and 4 brings b.
    expect(edgesOf(onNumbers("aaabbb", 3))).toEqual([3.5]);
    // a b a a: 3 of a only at value 4; the rest, b b b, is one more.
    expect(edgesOf(onNumbers("abaabbb", 3))).toEqual([4.5]);
  });

  it("goes on while the next value brings only the bucket's class", () => {
    // With minBucket 2 the first bucket is full at value 2, but 3 is a too.
    expect(edgesOf(onNumbers("aaabb", 2))).toEqual([3.5]);
  });

  it("joins neighbours of the same class", () => {
    // Buckets a a b? With minBucket 2: a a, then b comes: [a a] [b a a] [b b]. The first two are both a: joined.
    expect(edgesOf(onNumbers("aabaabb", 2))).toEqual([5.5]);
  });

  it("lets the last bucket be smaller", () => expect(edgesOf(onNumbers("aaab", 3))).toEqual([3.5]));

  it("keeps equal values together", () => {
    // Value 1 has a a a b: 3 of a, and value 2 brings b.
    expect(edgesOf(onNumbers("aaabbbb", 3, [1, 1, 1, 1, 2, 2, 2]))).toEqual([1.5]);
  });

  it("has no rule where one bucket takes all", () => {
    const { model } = onNumbers("abab", 6);
    expect(model.nodes).toEqual([{ weight: 4, counts: [2, 2, 0], label: 0 }]);
  });

  it("gives missing cells a branch of their own", () => {
    const { model, table } = onNumbers("aaabbbcc", 3, [1, 2, 3, 4, 5, 6, undefined, undefined]);
    expect(model.nodes[0]).toMatchObject({
      test: { kind: "intervals", edges: [3.5] },
      branches: [1, 2, 3],
      missing: { kind: "branch", to: 2 },
    });
    expect(model.nodes[3]).toEqual({ weight: 2, counts: [0, 0, 2], label: 2 });
    expect(predictTable(model, table)).toMatchObject({ labels: Int32Array.of(0, 0, 0, 1, 1, 1, 2, 2) });
  });

  it("asks only whether a cell is known, where its value says nothing", () => {
    const { model } = onNumbers("aabb", 6, [1, 2, undefined, undefined]);
    expect(model.nodes[0]).toMatchObject({ test: { edges: [] }, branches: [1, 2], missing: { to: 1 } });
  });
});

describe("oneR on levels", () => {
  it("takes the attribute with the fewest errors, the first of equals", () => {
    // Outlook: Sunny 2 of 5 wrong, Overcast none, Rainy 2 of 5: 4. Temperature 2+2+1 = 5; Humidity 3+1 = 4; Wind 3+2 = 5.
    const { nodes, attributes } = fitTable(tennis(), { learner: "oneR", target: "Play" });
    expect(nodes[0].test).toEqual({ kind: "levels", attribute: 0 });
    expect(attributes[0].name).toBe("Outlook");
    expect(nodes.slice(1).map((node) => "label" in node && node.label)).toEqual([1, 0, 0]); // no, yes, yes
    // 5 of 14 wrong at the root, 4 with the rule.
    expect(nodes[0]).toMatchObject({ gain: expect.closeTo(1 / 14, 12) });
  });

  it("sends rows with missing cells down the heaviest branch, when none were seen", () => {
    const { nodes } = fitTable(tennis(), { learner: "oneR", target: "Play" });
    expect(nodes[0]).toMatchObject({ missing: { kind: "branch", to: 0 } }); // Sunny and Rainy have 5 rows each
  });

  it("is a lone leaf when no attribute has two values", () => {
    const table = tableOf(
      [
        { name: "x", type: "nominal", levels: ["p", "q"] },
        { name: "y", type: "nominal", levels: ["a", "b"] },
      ],
      [
        ["p", "a"],
        ["p", "b"],
        ["p", "b"],
      ],
    );
    const { nodes } = fitTable(table, { learner: "oneR", target: "y" });
    expect(nodes).toEqual([{ weight: 3, counts: [1, 2], label: 1 }]);
  });
});
