import { describe, expect, it } from "vitest";
import { labelsOf, matrix, shortTable } from "../../test/kit/index.js";
import { isSplit } from "../model/tree.js";
import { tennis } from "../synthetic/textbook.js";
import { fitTable } from "./fit.js";

const head = "x:numeric y:nominal=a|b|c";

/** A class for each cell of one numeric attribute, "12345678" or those given, of which "?" is missing. */
function onNumbers(classes: string, minBucket: number, cells = "12345678") {
  const rows = [...classes].map((letter, i) => `${cells[i]} ${letter}`);
  const table = shortTable([head, ...rows].join(";"));
  return { table, model: fitTable(table, { learner: "oneR", target: "y", options: { minBucket } }) };
}

it.each<[string, string, number, number, string?]>([
  // The first bucket has 3 a at value 3, and 4 brings b.
  ["ends when its class has enough rows and another class comes", "aaabbb", 3, 3.5],
  // 3 of a only at value 4; the rest, b b b, is one more.
  ["has enough rows of its class, others not counted", "abaabbb", 3, 4.5],
  // The first bucket is full at value 2, but 3 is a too.
  ["goes on while the next value brings only its class", "aaabb", 2, 3.5],
  // [a a] [b a a] [b b]: the first two are both a.
  ["is joined to a neighbour of the same class", "aabaabb", 2, 5.5],
  ["may be smaller if it is the last", "aaab", 3, 3.5],
  // Value 1 has a a a b: 3 of a, and value 2 brings b.
  ["keeps equal values together", "aaabbbb", 3, 1.5, "1111222"],
])("a bucket %s: %s", (_, classes, minBucket, edge, cells) => {
  const { nodes } = onNumbers(classes, minBucket, cells).model;
  expect(nodes[0].test).toEqual({ kind: "intervals", attribute: 0, edges: [edge] });
});

it("has no rule where one bucket takes all", () => {
  const { model } = onNumbers("abab", 6);
  expect(model.nodes).toEqual([{ weight: 4, counts: [2, 2, 0], label: 0 }]);
});

it("gives missing cells a branch of their own", () => {
  const { model, table } = onNumbers("aaabbbcc", 3, "123456??");
  expect(model.nodes[0]).toMatchObject({
    test: { kind: "intervals", edges: [3.5] },
    branches: [1, 2, 3],
    missing: { kind: "branch", to: 2 },
  });
  expect(model.nodes[3]).toEqual({ weight: 2, counts: [0, 0, 2], label: 2 });
  expect(labelsOf(model, table)).toEqual([0, 0, 0, 1, 1, 1, 2, 2]);
});

it("asks only whether a cell is known, where its value says nothing", () => {
  const { model } = onNumbers("aabb", 6, "12??");
  expect(model.nodes[0]).toMatchObject({ test: { edges: [] }, branches: [1, 2], missing: { to: 1 } });
});

const play = (options: Record<string, unknown>) =>
  fitTable(tennis(), { learner: "oneR", target: "Play", options });

it("oneR on levels takes the attribute with the fewest errors, the first of equals", () => {
  // Outlook: Sunny 2 of 5 wrong, Overcast none, Rainy 2 of 5: 4. Temperature 2+2+1 = 5; Humidity 3+1 = 4; Wind 3+2 = 5.
  const { nodes, attributes } = play({});
  expect(nodes[0].test).toEqual({ kind: "levels", attribute: 0 });
  expect(attributes[0].name).toBe("Outlook");
  expect(nodes.slice(1).map((node) => "label" in node && node.label)).toEqual([1, 0, 0]); // no, yes, yes
  // 5 of 14 wrong at the root, 4 with the rule.
  expect(nodes[0]).toMatchObject({ gain: expect.closeTo(1 / 14, 12) });
  // Without missing cells they would go down the heaviest branch: Sunny and Rainy have 5 rows each.
  expect(nodes[0]).toMatchObject({ missing: { kind: "branch", to: 0 } });
});

it("oneR on levels is a lone leaf when no attribute has two values", () => {
  const table = shortTable("x:nominal=p|q y; p a; p b; p b");
  expect(fitTable(table, { learner: "oneR", target: "y" }).nodes).toEqual([
    { weight: 3, counts: [1, 2], label: 1 },
  ]);
});

const chosen = (options: Record<string, unknown>) => {
  const { nodes, attributes } = play(options);
  return isSplit(nodes[0]) ? attributes[nodes[0].test.attribute].name : "none";
};

it("oneR with costs takes the attribute of least risk, and says the class of least risk", () => {
  // Missing a no costs 3. Outlook (2, 3), (4, 0), (3, 2): min(2, 9) + 0 + min(3, 6) = 5.
  // Humidity (3, 4), (6, 1): min(3, 12) + min(6, 3) = 6. Wind (6, 2), (3, 3): 6 + 3 = 9; Temperature is worse.
  const loss = matrix("0 1; 3 0");
  const model = play({ loss });
  expect(chosen({ loss })).toBe("Outlook");
  expect(model.nodes.slice(1).map((node) => "label" in node && node.label)).toEqual([1, 0, 1]); // no, yes, no
  // The root says no, at a risk of 9; what is gained is (9 - 5) / 14 rows, in units of the mean loss 2.
  expect(model.nodes[0]).toMatchObject({ label: 1, gain: expect.closeTo(4 / 2 / 14, 12) });
  expect(model.costs).toEqual({ loss });
  expect(play({ loss: matrix("0 2; 6 0") }).nodes).toEqual(model.nodes);
});

it("oneR with costs counts rows by the priors", () => {
  // Equal priors: a yes counts 7/9, a no 7/5. Outlook: 2·7/9 + 0 + min(3·7/9, 2·7/5) = 1.56 + 2.33 = 3.89.
  // Humidity (3, 4), (6, 1): 3·7/9 + 1·7/5 = 3.73. No row has Low, which says what the root says.
  const { nodes, costs } = play({ priors: "equal" });
  expect(costs!.factors![0]).toBeCloseTo(7 / 9, 12);
  expect(nodes.slice(1).map((node) => "label" in node && node.label)).toEqual([1, 0, 0]);
  expect(nodes[0]).toMatchObject({ gain: expect.closeTo((7 - 7 / 3 - 7 / 5) / 14, 12) });
});

it("oneR with costs weighs what is gained against what it costs to measure", () => {
  expect(chosen({ attributeCosts: { Outlook: 10 } })).toBe("Humidity"); // both gain 1/14
  expect(chosen({ attributeCosts: { Outlook: 10, Humidity: 1e6 }, costForm: "norton" })).toBe("Outlook");
  expect(() => chosen({ attributeCosts: { Outlok: 10 } })).toThrow('did you mean "Outlook"?');
});

describe("oneR with missing values", () => {
  // x = 1, 2, 3 are a, the missing ones b; 7, 8 are c.
  const table = shortTable(`${head}; 1 a; 2 a; 3 a; ? b; ? b; 7 c; 8 c`);
  const learned = (missing?: string) =>
    fitTable(table, { learner: "oneR", target: "y", options: { minBucket: 2, ...(missing && { missing }) } });
  const counts = ({ nodes }: ReturnType<typeof learned>) =>
    nodes.slice(1).map((node) => ("counts" in node ? node.counts : []));

  it("level: they have a branch of their own, as by default", () => {
    expect(learned("level").nodes).toEqual(learned().nodes);
  });

  it("majority: they go down the heaviest branch", () => {
    const model = learned("majority");
    expect(counts(model)).toEqual(matrix("3 2 0; 0 0 2"));
    expect(model.nodes[0]).toMatchObject({ missing: { kind: "branch", to: 0 } });
  });

  it("prepares cells as trees do", () => {
    expect(learned("drop").training.rows).toBe(5);
    // The median of 1 2 3 7 8 is 3: two b join the a there.
    expect(counts(learned("likely"))).toEqual(matrix("2 0 0; 1 2 0; 0 0 2"));
    expect(learned("likely").derived).toEqual([{ kind: "fill", attribute: 0, cell: 3 }]);
    expect(learned("indicator").attributes.map(({ name }) => name)).toEqual(["x", "missing(x)"]);
  });
});
