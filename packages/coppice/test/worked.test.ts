import { describe, expect, it } from "vitest";
import { MemoryEngine } from "../src/engine/memory/engine.js";
import type { Tally } from "../src/engine/port.js";
import { prepare } from "../src/engine/problem.js";
import { labelsDiffer } from "../src/learn/branch/threshold.js";
import { fitTable } from "../src/learn/fit.js";
import { isSplit, type SplitNode, type TreeModel } from "../src/model/tree.js";
import { parentsOf, pathTo } from "../src/model/walk.js";
import { conditionText } from "../src/model/words.js";
import { predictTable } from "../src/predict/predictTable.js";
import * as book from "../src/synthetic/index.js";
import { columnOf, makeTable, type Table } from "../src/table/table.js";
import { fullCart } from "../src/testing/fullCart.js";
import { table } from "../src/testing/tableLiteral.js";
import { drawText } from "../src/use/draw/text.js";
import { toBinary } from "../src/use/simplify/toBinary.js";
import { fitTree } from "./fitTree.js";

/* The worked examples of the textbooks that concern growth, with their numbers. */

const targetOf = ({ columns }: Table) => columns[columns.length - 1].name;

function root({ nodes: [node] }: TreeModel): SplitNode {
  if (!isSplit(node)) throw new Error("the root is a leaf");
  return node;
}

const words = (model: TreeModel, test = root(model).test) => conditionText(test, 0, model.attributes);

/** The names of the classes that are predicted. */
function labelsOf(model: TreeModel, rows: Table): string[] {
  const answer = predictTable(model, rows);
  if (answer.kind !== "classification") throw new Error("classes were expected");
  return Array.from(answer.labels, (label) => model.target.levels![label]);
}

const entropy = { criterion: "entropy" };
/** Of day 8, whose Humidity is missing in the book. */
const sunny = (...day8: string[]) =>
  table`Humidity,w,Play\nHigh,1,no\nHigh,1,no\nNormal,1,yes\nNormal,1,yes\n${day8.map((humidity) => `${humidity},${1 / day8.length},no`).join("\n")}`;
const ninetyToTen = table`side,class${"\nleft,w1".repeat(20)}${"\nleft,w2".repeat(10)}${"\nright,w1".repeat(70)}`;

describe("an attribute gains at the root", () => {
  it.each<[string, Table, string, number, string?, object?]>([
    ["play tennis (Roth 2.5)", book.tennis(), "Outlook", 0.24675],
    ["play tennis", book.tennis(), "Humidity", 0.15184],
    ["play tennis", book.tennis(), "Wind", 0.04813],
    ["play tennis", book.tennis(), "Temperature", 0.02922],
    // 9/14, 5/14
    ["all 0.940 bits, with a level per row", withDays(book.tennis()), "Day", 0.94029],
    // 0.971 - 3/5·0 - 2/5·0
    ["sunny days, day 8 High (Roth 4.2)", sunny("High"), "Humidity", 0.97095],
    // 0.971 - 3/5·0.918
    ["sunny days, day 8 Normal", sunny("Normal"), "Humidity", 0.41997],
    // 0.971 - 2.5/5·0 - 2.5/5·H(2, 0.5)
    ["sunny days, day 8 half High and half Normal", sunny("High", "Normal"), "Humidity", 0.60999],
    [
      "day 8 as the days without play",
      book.sunnyWithMissing(),
      "Humidity",
      0.97095,
      "id3",
      { missing: "likelyInClass" },
    ],
    [
      "day 8 half High and half Normal",
      book.sunnyWithMissing(),
      "Humidity",
      0.60999,
      "id3",
      { missing: "fraction" },
    ],
    // 4/5 · 1
    ["four days of five (C4.5)", book.sunnyWithMissing(), "Humidity", 0.8, "id3", { missing: "share" }],
    // D prints a root near x1 = 0.6; its points do not give it.
    ["Duda, example 1", book.dudaExample1("star"), "x1", 0.20543, "cart", entropy],
    // 0.1 before and after
    [
      "nothing by misclassification (Duda 8.3.2)",
      ninetyToTen,
      "side",
      0,
      "cart",
      { criterion: "misclassification" },
    ],
    // 1 - 0.9² - 0.1² = 0.18; 0.3·(1 - (2/3)² - (1/3)²) + 0.7·0 = 0.1333
    ["but by Gini", ninetyToTen, "side", 0.18 - 0.4 / 3, "cart", { criterion: "gini" }],
    ["two Boolean attributes, 50, 50, 0, 100 (Roth 2.3)", book.booleanPair(0), "A", 1],
    ["two Boolean attributes, 50, 50, 0, 100", book.booleanPair(0), "B", 0.31128],
    ["two Boolean attributes, 3 in the third", book.booleanPair(3), "A", 0.90344],
    ["two Boolean attributes, 3 in the third", book.booleanPair(3), "B", 0.3213],
  ])("%s: %#", (_, given, attribute, wanted, learner = "id3", options = {}) => {
    const weight = given.columns.some(({ name }) => name === "w") ? { weight: "w" } : {};
    const request = { target: targetOf(given), learner, attributes: [attribute], ...weight };
    const model = fitTree(given, { ...request, options: { maxDepth: 1, prune: "none", ...options } });
    expect(root(model).gain).toBeCloseTo(wanted, 5);
  });
});

function withDays(given: Table): Table {
  const days = Array.from({ length: given.rows }, (_, i) => i);
  const day = {
    type: "nominal",
    name: "Day",
    levels: days.map(String),
    codes: Int32Array.from(days),
  } as const;
  return makeTable([day, columnOf(given, targetOf(given))]);
}

describe("play tennis (Roth 2.5)", () => {
  const tennis = book.tennis();

  it("gives the book's tree, which classifies every row", () => {
    const model = fitTree(tennis, { target: targetOf(tennis), learner: "id3" });
    expect(drawText(model)).toBe(
      [
        "Outlook = Sunny",
        "├─ Humidity = High: no (3)",
        "├─ Humidity = Normal: yes (2)",
        "└─ Humidity = Low: no (no rows)",
        "Outlook = Overcast: yes (4)",
        "Outlook = Rainy",
        "├─ Wind = Strong: no (2)",
        "└─ Wind = Weak: yes (3)",
      ].join("\n"),
    );
    const answer = predictTable(model, tennis);
    expect("labels" in answer && answer.labels).toEqual(
      (tennis.columns.at(-1) as { codes: Int32Array }).codes,
    );
  });

  it("likely: day 8 gets Normal, as 7 of the other 13 days, and the gain among sunny days is 0.420", () => {
    const columns = tennis.columns.map((column) =>
      column.name === "Humidity" && "codes" in column
        ? { ...column, codes: column.codes.map((code, row) => (row === 7 ? -1 : code)) }
        : column,
    );
    const attributes = ["Outlook", "Humidity"];
    const request = { target: targetOf(tennis), learner: "id3", attributes };
    const model = fitTree(makeTable(columns), { ...request, options: { missing: "likely" } });
    const [outlook, humidity] = model.attributes.map(({ levels }) => levels!);
    expect(model.derived).toMatchObject([
      { kind: "fill", attribute: 0 },
      { kind: "fill", attribute: 1, cell: humidity.indexOf("Normal") },
    ]);
    const node = model.nodes[root(model).branches[outlook.indexOf("Sunny")]];
    expect(isSplit(node) && node.gain).toBeCloseTo(0.42, 3);
  });

  it("eachValue: the label of every Humidity, by its share", () => {
    const options = { missingAtPrediction: "eachValue" } as const;
    const model = fitTree(tennis, { target: targetOf(tennis), learner: "id3", options });
    const day = table`Outlook,Temperature,Humidity:nominal=High|Normal,Wind\nSunny,Hot,?,Strong`;
    // High is No, Normal is Yes; 7 of 14 days each. Equal shares: the first class.
    expect(predictTable(model, day)).toMatchObject({ probabilities: Float64Array.of(0.5, 0.5) });
    expect(labelsOf(model, day)).toEqual([model.target.levels![0]]);
  });
});

describe("surrogate splits (Duda, example 2)", () => {
  const given = book.dudaExample2();
  const options = {
    ...entropy,
    maxDepth: 1,
    association: "counted",
    directions: "one",
    missing: "surrogate",
  };
  const model = fitTree(given, { target: targetOf(given), learner: "cart", options });

  it("has x1 <= 5.5, then x3 <= 3.5 with association 8 and x2 <= 3.5 with 6", () => {
    const { missing } = root(model);
    const surrogates = missing.kind === "surrogates" ? missing.surrogates : [];
    expect(words(model)).toBe("x1 <= 5.5");
    expect(surrogates.map((s) => [words(model, s.test), s.to, s.agreement * given.rows])).toEqual([
      ["x3 <= 3.5", [0, 1], 8],
      ["x2 <= 3.5", [0, 1], 6],
    ]);
  });

  it("sends (*, 2, 4) to the right and (*, 2, *) to the left", () => {
    // Left: 5 of w1 and 1 of w2; right: 4 of w2.
    const patterns = table`x1:numeric,x2,x3\n?,2,4\n?,2,?`;
    expect(labelsOf(model, patterns)).toEqual(["w2", "w1"]);
  });
});

describe("lengths 10 to 50 (Roth 4.1)", () => {
  const given = book.lengths();

  it("has the candidates 12.5, 24.5, 30 and 45 between different labels", () => {
    const engine = new MemoryEngine(prepare(given, { target: targetOf(given) }));
    const nodes = [{ node: 0, attributes: [0] }];
    const [[tally]] = engine.answer({ ask: "tally", statistic: "classes", nodes }) as Iterable<Tally>[];
    const values = engine.facts.attributes[0].values!;
    const middles = Array.from({ length: values.length - 1 }, (_, i) => (values[i] + values[i + 1]) / 2);
    expect(middles.filter((_, i) => labelsDiffer(tally, i))).toEqual([12.5, 24.5, 30, 45]);
  });

  it("finds the same tree from those candidates alone", () => {
    const [all, some] = ["all", "boundaries"].map((candidates) =>
      fitTable(given, { target: targetOf(given), learner: fullCart, options: { candidates } }),
    );
    expect(some.nodes).toEqual(all.nodes);
  });
});

// One moved point changes the tree of example 1. With it 0.335 and 0.475 tie at 0.311: the lower threshold is taken.
it.each([
  ["Duda, example 1", book.dudaExample1("star"), ["x1", "x2"], "x2 <= 0.475", 0.31128],
  [
    "Duda, example 1, with the moved point",
    book.dudaExample1("dagger"),
    ["x1", "x2"],
    "x2 <= 0.335",
    0.31128,
  ],
  ["Duda, example 1, by x1 alone", book.dudaExample1("star"), ["x1"], "x1 <= 0.595", 0.20543],
  ["Duda, example 2", book.dudaExample2(), ["x1", "x2", "x3"], "x1 <= 5.5", 0.60999],
])("%s: the root", (_, given, attributes, test, gain) => {
  const model = fitTree(given, { target: targetOf(given), learner: fullCart, attributes, options: entropy });
  expect(words(model)).toBe(test);
  expect(root(model).gain).toBeCloseTo(gain, 5);
});

describe("the fruit of figure 8.1", () => {
  const fruit = book.fruit();
  const learned = fitTree(fruit, { target: targetOf(fruit), learner: "id3" });

  it("is as in the book", () => {
    expect(labelsOf(learned, fruit)).toEqual(labelsOf(book.fruitTree(), fruit));
    expect(learned.attributes[root(learned).test.attribute].name).toBe("Color");
  });

  it("classifies (sweet, yellow, thin, medium) as a banana by two conditions", () => {
    const banana = table`Taste,Color,Shape,Size\nsweet,yellow,thin,medium`;
    expect(labelsOf(learned, banana)).toEqual(["Banana"]);
    const at = learned.nodes.findIndex((node) => "label" in node && !isSplit(node) && isBanana(node));
    expect(
      pathTo(parentsOf(learned), at).map(({ node, branch }) =>
        conditionText((learned.nodes[node] as SplitNode).test, branch, learned.attributes),
      ),
    ).toEqual(["Color = yellow", "Shape = thin"]);
  });
  const isBanana = (node: { weight: number; label: number }) =>
    node.weight > 0 && learned.target.levels![node.label] === "Banana";

  it("has an equivalent binary form (figure 8.2)", () => {
    const binary = toBinary(learned);
    expect(binary.nodes.every((node) => !isSplit(node) || node.branches.length === 2)).toBe(true);
    expect(predictTable(binary, fruit)).toEqual(predictTable(learned, fruit));
  });
});
