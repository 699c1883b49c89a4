import { describe, expect, it } from "vitest";
import { random } from "../../base/random.js";
import { MemoryEngine } from "../../engine/memory/engine.js";
import { NaiveEngine } from "../../engine/naive/engine.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { modelJson } from "../../model/modelJson.js";
import { parseModel } from "../../model/parse.js";
import type { RuleModel } from "../../model/ruleSet.js";
import { isSplit, sizeOf, type TreeModel } from "../../model/tree.js";
import { predict } from "../../predict/predict.js";
import { predictor } from "../../predict/predictor.js";
import { predictTable } from "../../predict/predictTable.js";
import { rulesText } from "../../rules/rulesText.js";
import type { Column } from "../../table/column.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { drawReport } from "../../use/draw/html.js";
import { drawSvg } from "../../use/draw/svg.js";
import { drawText } from "../../use/draw/text.js";
import { explain } from "../../use/explain/explain.js";
import { explanationText } from "../../use/explain/explanationText.js";
import { fitJob, fitTable, fitWith } from "../fit.js";

function column(
  name: string,
  type: "nominal" | "string" | "text",
  cells: readonly (string | undefined)[],
): Column {
  const levels = [...new Set(cells)].filter((cell) => cell !== undefined).sort();
  return { type, name, levels, codes: Int32Array.from(cells, (cell) => levels.indexOf(cell!)) };
}

function randomText(rng: ReturnType<typeof random>, length: number, letters = "acgt"): string {
  return Array.from({ length }, () => letters[Math.floor(rng.uniform() * letters.length)]).join("");
}

/** Random strings, half of them with a motif somewhere, which is their class, but for some noise; a point is any letter. */
function planted(motif: string, rows = 300, noise = 0.05, length = 40): Table {
  const rng = random(7);
  const cells = Array.from({ length: rows }, () => {
    const text = randomText(rng, length);
    const has = rng.uniform() < 0.5;
    const at = Math.floor(rng.uniform() * (length - motif.length));
    const swapped = rng.uniform() < noise;
    const letters = [...motif].map((letter, i) => (letter === "." ? text[at + i] : letter));
    const own = has ? text.slice(0, at) + letters.join("") + text.slice(at + motif.length) : text;
    return { own, label: has !== swapped ? "yes" : "no" };
  });
  return makeTable([
    column(
      "sequence",
      "string",
      cells.map(({ own }) => own),
    ),
    column(
      "class",
      "nominal",
      cells.map(({ label }) => label),
    ),
  ]);
}

const rootTest = (model: TreeModel) => {
  const [root] = model.nodes;
  return isSplit(root) ? model.attributes[root.test.attribute].name : "none";
};
const fit = (table: Table, learner: string, options: Record<string, unknown> = {}, target = "class") =>
  fitTable(table, { target, learner, options });

describe("a tree of strings", () => {
  it.each(["cart", "c45", "id3"])("by %s finds the planted motif at its root", (learner) => {
    const model = fit(planted("tatgac"), learner) as TreeModel;
    expect(rootTest(model)).toBe("sequence contains 'tatgac'");
  });

  it("is small once it is pruned, and is right about new strings", () => {
    const model = fit(planted("tatgac"), "cart") as TreeModel;
    expect(sizeOf(model).leaves).toBeLessThanOrEqual(5);
    const said = predictor(model).row({ sequence: "ccccctatgaccccc" });
    expect(said).toMatchObject({ label: "yes", unseen: [], missing: [] });
    expect(predictor(model).row({ sequence: "cccccccccc" })).toMatchObject({ label: "no" });
    const many = predict(model, [{ sequence: "cctatgaccc" }, { sequence: "ccc" }, { sequence: null }]);
    expect("labels" in many && many.labels.slice(0, 2)).toEqual(["yes", "no"]);
  });

  it("goes to JSON and back, without the strings of the training rows", () => {
    const table = planted("tatgac");
    const model = fit(table, "cart") as TreeModel;
    const text = JSON.stringify(modelJson(model));
    expect(text).not.toContain((table.columns[0] as { levels: readonly string[] }).levels[0]);
    const again = parseModel(JSON.parse(text));
    expect(again).toEqual(model);
    expect(predictTable(again, table)).toEqual(predictTable(model, table));
  });

  it.each([
    [{}],
    [{ prune: "none" }],
    [{ missing: "share" }],
    [{ missing: "surrogate" }],
    [{ criterion: "entropy", nominal: "perLevel" }],
    [{ strings: { tests: ["contains", "at", "within", "count", "gapped", "starts", "ends", "length"] } }],
  ])("is the same by both engines with %j", (options) => {
    const table = planted("tga", 80, 0.2);
    const gappy = withGaps(table);
    const job = () =>
      fitJob(gappy, { target: "class", learner: "cart", options: { minLeaf: 4, ...options } });
    const memory = fitWith(job(), (problem) => new MemoryEngine(problem));
    expect(fitWith(job(), (problem) => new NaiveEngine(problem))).toEqual(memory);
    expect(memory.nodes.length).toBeGreaterThan(1);
  });

  it("does not depend on the order of the rows", () => {
    const table = planted("tga", 100, 0.2);
    const rows = Int32Array.from({ length: 100 }, (_, i) => (i * 37) % 100);
    const { nodes, derived } = fit(table, "cart") as TreeModel;
    const other = fit(selectRows(table, rows), "cart", { prune: "none" }) as TreeModel;
    const same = fit(table, "cart", { prune: "none" }) as TreeModel;
    expect(nodes.length).toBeGreaterThan(1);
    expect(derived).toBeDefined();
    expect(other.nodes).toEqual(same.nodes);
    expect(other.derived).toEqual(same.derived);
  });

  it("predicts numbers too", () => {
    const table = planted("tatgac", 200, 0);
    const yes = (table.columns[1] as { codes: Int32Array }).codes;
    const values = Float64Array.from(yes, (code, row) => 10 * code + (row % 3));
    const numeric = makeTable([table.columns[0], { type: "numeric", name: "y", values }]);
    expect(rootTest(fit(numeric, "cart", {}, "y") as TreeModel)).toMatch(/contains 'tatgac?'/);
  });

  it("asks for each kind of test", () => {
    const rootOf = (
      cells: readonly [string, string][],
      tests: readonly string[],
      type: "string" | "text" = "string",
    ) => {
      const twice = [...cells, ...cells, ...cells];
      const table = makeTable([
        column(
          "s",
          type,
          twice.map(([text]) => text),
        ),
        column(
          "class",
          "nominal",
          twice.map(([, label]) => label),
        ),
      ]);
      return rootTest(fit(table, "cart", { strings: { tests }, prune: "none" }) as TreeModel);
    };
    const cells: [string, string][] = [
      ["abcd", "x"],
      ["abdc", "x"],
      ["bacd", "y"],
      ["dcab", "y"],
    ];
    expect(rootOf(cells, ["starts"])).toBe("s starts with 'a'");
    expect(rootOf(cells, ["at"])).toBe("s starts with 'a'");
    const same = cells.map(([text, label]): [string, string] => [`q${text}`, label]);
    expect(rootOf(same, ["at"])).toBe("s has 'a' at 2");
    expect(rootOf([...cells, ["zdcab", "y"]], ["ends"])).toMatch(/^s ends with '/);
    expect(
      rootOf(
        [
          ["a", "x"],
          ["aaa", "y"],
          ["aa", "x"],
          ["aaaa", "y"],
        ],
        ["length"],
      ),
    ).toBe("length of s");
    expect(
      rootOf(
        [
          ["abab", "x"],
          ["abxx", "y"],
          ["ababab", "x"],
          ["xxab", "y"],
        ],
        ["count"],
      ),
    ).toMatch(/^count of '/);
    expect(
      rootOf(
        [
          ["taccat", "x"],
          ["taggat", "x"],
          ["catcat", "y"],
          ["tatgac", "y"],
        ],
        ["gapped"],
      ),
    ).toMatch(/^s contains '.*\..*'$/);
    expect(
      rootOf(
        [
          ["qaaaaa", "x"],
          ["aqaaaa", "x"],
          ["aaaaqa", "y"],
          ["aaaaaq", "y"],
        ],
        ["within"],
      ),
    ).toBe("s has 'q' within 1 to 2");
    expect(
      rootOf(
        [
          ["a bad film", "x"],
          ["Awful acting", "x"],
          ["good film", "y"],
          ["great acting", "y"],
        ],
        ["words"],
        "text",
      ),
    ).toMatch(
      /^s has '(a' or 'awful|bad' or 'awful|awful' or 'bad|good' or 'great|great' or 'good)' in any case$/,
    );
    expect(
      rootOf(
        [
          ["not good", "x"],
          ["is not good", "x"],
          ["good not", "y"],
          ["good it is not", "y"],
        ],
        ["contains"],
        "text",
      ),
    ).toBe("s contains 'not good' in any case");
  });

  it("takes the shortest of tests that say the same, or the opposite", () => {
    const cells = "bababbb bab a aabaa abaa aab bba babaa bba aabba abbabab a a".split(" ");
    const classes = "q p q p p p p p p q p p q".split(" ");
    const table = makeTable([column("s", "string", cells), column("class", "nominal", classes)]);
    const strings = { tests: ["contains"], support: 3 };
    expect(rootTest(fit(table, "cart", { strings, prune: "none", maxDepth: 1 }) as TreeModel)).toBe(
      "s contains 'b'",
    );
  });

  it("folds case where that is asked for", () => {
    const texts = ["ATG", "atg", "AtG", "ccc", "CCC", "gcG"];
    const cells = [...texts, ...texts];
    const classes = cells.map((text) => (text.toLowerCase() === "atg" ? "x" : "y"));
    const table = makeTable([column("s", "string", cells), column("class", "nominal", classes)]);
    const root = (fold: boolean) =>
      rootTest(fit(table, "cart", { strings: { tests: ["contains"], fold }, prune: "none" }) as TreeModel);
    expect(root(true)).toBe("s contains 'a' in any case");
    expect(root(false)).not.toContain("in any case");
  });
});

/** Every fifth string is missing. */
function withGaps(table: Table): Table {
  const [strings, ...others] = table.columns as (Column & { codes: Int32Array })[];
  const codes = strings.codes.map((code, row) => (row % 5 === 0 ? -1 : code));
  return makeTable([{ ...strings, codes } as Column, ...others]);
}

describe("missing and empty strings", () => {
  it.each(["cart", "c45", "forest", "ripper", "gradientBoost", "oneR"])("are no trouble to %s", (learner) => {
    const table = withGaps(planted("tatgac", 120));
    const model = fit(table, learner, learner === "forest" ? { trees: 10 } : {});
    const said = predictTable(model, table);
    expect(said.kind === "classification" && said.labels.length).toBe(120);
  });

  it.each(["likely", "predict", "indicator", "level", "likelyInClass", "drop"])(
    "with missing=%s",
    (missing) => {
      const table = withGaps(planted("tatgac", 120));
      const model = fit(table, "cart", { missing }) as TreeModel;
      expect(parseModel(JSON.parse(JSON.stringify(modelJson(model))))).toEqual(model);
      // The shortest of the best, which among few rows may be less than the motif.
      expect(rootTest(model)).toMatch(/contains 'tatgac?'/);
    },
  );

  it("without a letter anywhere are an error", () => {
    const table = makeTable([
      column("note", "text", ["?!", "...", "?!", "..."]),
      column("class", "nominal", ["a", "b", "a", "b"]),
    ]);
    expect(() => fit(table, "cart")).toThrow(/"note" has not a word in any row/);
    expect(() => fit(table, "forest")).toThrow(/"note" has not a word in any row/);
  });
});

describe("ensembles and rules of strings", () => {
  it("a forest is given the best measures, and keeps those that it tests", () => {
    const model = fit(planted("tatgac"), "forest", { trees: 5 }) as EnsembleModel;
    const names = model.attributes.map(({ name }) => name);
    expect(names).toContain("sequence contains 'tatgac'");
    expect(model.derived!.length).toBe(names.length - 1);
    expect(parseModel(JSON.parse(JSON.stringify(modelJson(model))))).toEqual(model);
    const said = predictor(model).row({ sequence: "ccccctatgacccccccccccccccccccccccccccccc" });
    expect(said).toMatchObject({ label: "yes" });
  });

  it("rules test the motif", () => {
    const model = fit(planted("tatgac"), "ripper") as RuleModel;
    expect(rulesText(model)).toContain("IF sequence contains 'tatgac' = ");
    expect(model.attributes.length).toBe(1 + model.derived!.length);
    expect(parseModel(JSON.parse(JSON.stringify(modelJson(model))))).toEqual(model);
  });

  it.each(["bagging", "adaBoost", "extraTrees", "gradientBoost", "c45rules", "softTree", "ldaTree"])(
    "%s learns the motif",
    (learner) => {
      const table = planted("tatgac", 150, 0);
      const few = learner === "extraTrees" ? { trees: 30 } : {};
      const model = fit(table, learner, learner === "bagging" || learner === "adaBoost" ? { trees: 3 } : few);
      const said = predictTable(model, table);
      const truth = (table.columns[1] as { codes: Int32Array }).codes;
      const right =
        said.kind === "classification" ? said.labels.filter((label, i) => label === truth[i]).length : 0;
      expect(right).toBeGreaterThan(130);
      expect(parseModel(JSON.parse(JSON.stringify(modelJson(model))))).toEqual(model);
    },
  );
});

describe("measures that a model does not use", () => {
  /** The motif, and a number that says nothing. */
  const mixed = (rows = 150) => {
    const [sequence, label] = planted("tatgac", rows, 0.1).columns;
    const values = Float64Array.from({ length: rows }, (_, i) => (i * 37) % 11);
    return makeTable([sequence, { type: "numeric", name: "n", values }, label]);
  };
  const back = <M>(model: M) => parseModel(JSON.parse(JSON.stringify(modelJson(model as never)))) as M;

  it("are dropped from gradientBoost with their sums of gains", () => {
    const model = fit(mixed(), "gradientBoost", { rounds: 10 }) as EnsembleModel;
    const { importance } = model.report!;
    expect(model.attributes.length).toBe(2 + model.derived!.length);
    expect(model.attributes.length).toBeLessThan(200);
    expect(importance!.values).toHaveLength(model.attributes.length);
    expect(importance!.sums).toHaveLength(model.attributes.length);
    expect(back(model)).toEqual(model);
    const request = { target: "class", learner: "gradientBoost", options: { rounds: 20 } };
    expect(() => fitTable(mixed(), { ...request, continueFrom: model })).toThrow(
      /cannot be continued like this: it tests strings/,
    );
  });

  it.each([
    ["treeFeatures", { trees: 10 }],
    ["treeFeatures", { trees: 10, then: "cart" }],
    ["treeFeatures", { trees: 10, grow: "sampled" }],
    ["ruleFit", { trees: 10 }],
  ])("are kept by %s %j where a leaf or a rule reads them", (learner, options) => {
    const table = mixed();
    const model = fit(table, learner, options) as TreeModel;
    expect(model.attributes.length).toBeLessThan(200);
    const added = model.derived!.filter(({ kind }) => kind === "leaf" || kind === "combination");
    if (model.spreads) expect(model.spreads).toHaveLength(model.attributes.length - added.length);
    const said = predictTable(model, table);
    expect(predictTable(back(model), table)).toEqual(said);
    const truth = (table.columns[2] as { codes: Int32Array }).codes;
    const labels = said.kind === "classification" ? [...said.labels] : [];
    expect(labels.filter((label, i) => label === truth[i]).length).toBeGreaterThan(120);
  });

  it("are dropped from knn and from its tree, which is explained", () => {
    const table = mixed();
    const model = fit(table, "knn") as EnsembleModel;
    expect(model.attributes.length).toBeLessThan(50);
    expect(predictTable(back(model), table)).toEqual(predictTable(model, table));
    const { explanations, attributes } = explain(back(model), { sequence: "ccctatgacgg", n: 3 });
    expect(explanations[0]).toMatchObject({ prediction: "yes" });
    expect(attributes.map(({ name }) => name).join()).toMatch(/sequence contains '[tatgac]{4,6}'/);
    expect(explanations[0].strings).toMatchObject([{ marks: [[expect.any(Number), expect.any(Number)]] }]);
  });

  it("are dropped from a committee of model trees", () => {
    const [sequence, n, label] = mixed().columns;
    const yes = (label as { codes: Int32Array }).codes;
    const { values: by } = n as { values: Float64Array };
    const values = Float64Array.from(yes, (code, row) => 10 * code + by[row]);
    const table = makeTable([sequence, n, { type: "numeric", name: "y", values }]);
    const model = fit(
      table,
      "modelTree",
      { members: 2, neighbours: 3, strings: { pool: 10 } },
      "y",
    ) as EnsembleModel;
    expect(model.derived!.some(({ kind }) => kind === "pattern")).toBe(true);
    expect(predictTable(back(model), table)).toEqual(predictTable(model, table));
    expect(() => explain(back(model), { sequence: "ccctatgacgg", n: 3 })).not.toThrow();
  });

  it.each(["forest", "extraTrees", "gradientBoost"])("comes back from its own JSON: %s", (learner) => {
    const table = planted("tatgac", 100);
    const size = learner === "gradientBoost" ? { rounds: 5 } : { trees: 5 };
    const model = fit(table, learner, { ...size, strings: { pool: 10 } });
    const again = parseModel(JSON.parse(JSON.stringify(model)));
    expect(predictTable(again, table)).toEqual(predictTable(model, table));
  });
});

describe("gapped patterns", () => {
  it.each([20, 60, 100, 200])("are found in strings of %i letters", (length) => {
    const strings = { tests: ["gapped"], significance: 1 };
    const model = fit(planted("tac..gat", 600, 0, length), "cart", { strings, prune: "none", maxDepth: 1 });
    expect(rootTest(model as TreeModel)).toMatch(/contains '.*tac\.\.gat.*'|contains '(ac|ta?c?)\.\.ga?t?'/);
    const right = (model as TreeModel).nodes.reduce(
      (sum, node) => sum + (isSplit(node) || !("counts" in node) ? 0 : Math.max(...node.counts)),
      0,
    );
    expect(right / 600).toBeGreaterThan(0.94);
  });
});

describe("options about strings", () => {
  it("need a string", () => {
    const table = makeTable([
      column("a", "nominal", ["x", "y", "x", "y"]),
      column("class", "nominal", ["p", "q", "p", "q"]),
    ]);
    expect(() => fit(table, "cart", { strings: { fold: true } })).toThrow(
      /strings has no effect: no attribute/,
    );
    expect(() => fit(table, "forest", { strings: { fold: true } })).toThrow(
      /strings has no effect: no attribute/,
    );
  });

  it.each([
    [{ tests: ["regex"] }, /whose tests are a list of contains, starts/],
    [{ colour: 1 }, /no fields but tests, support, .*; got \{"colour":1\}/],
    [{ support: 0 }, /whose support is a number from 1; got/],
    [{ significance: 2 }, /whose significance is above 0 and at most 1/],
    [{ gap: 33 }, /whose gap is an integer from 1 to 32/],
    [{ pool: 0 }, /whose pool is an integer from 1; got/],
    [{ fold: 1 }, /whose fold is true or false/],
    [{ minLength: 5, maxLength: 2 }, /no substring to test: its minLength is 5 and its maxLength 2/],
  ])("are checked: %j", (strings, message) => {
    expect(() => fit(planted("tga", 40), "cart", { strings })).toThrow(message);
  });

  it("do not go with looking ahead", () => {
    expect(() => fit(planted("tga", 40), "cart", { lookAhead: 2 })).toThrow(/lookAhead/);
  });
});

describe("significance", () => {
  it("keeps growth from what the best of many patterns has by chance", () => {
    const noise = planted("tatgac", 200, 0.5);
    const nodes = (significance: number) => {
      const strings = { tests: ["contains", "at"], significance };
      return (fit(noise, "cart", { strings, prune: "none" }) as TreeModel).nodes.length;
    };
    expect(nodes(0.05)).toBe(1);
    expect(nodes(1)).toBeGreaterThan(10);
    const model = fit(planted("tatgac", 200), "cart", { strings: { significance: 0.05 }, prune: "none" });
    expect(rootTest(model as TreeModel)).toMatch(/contains 'tatgac?'/);
  });

  it("does not take a few rows of a rare class, of which many patterns have some, for more than chance", () => {
    const strings = { tests: ["contains", "at"], letters: 6000, support: 3 };
    const model = fit(planted("tatgacc", 800, 0.05), "cart", { strings, maxDepth: 2, prune: "none" });
    expect(rootTest(model as TreeModel)).toMatch(/contains 'tatgacc?'/);
    expect((model as TreeModel).nodes).toHaveLength(3);
  });

  it("is asked of nodes that are searched in part", () => {
    const strings = { tests: ["contains"], letters: 4000 };
    const model = fit(planted("tatgac", 300, 0.1), "cart", { strings, prune: "none" }) as TreeModel;
    expect(rootTest(model)).toMatch(/contains 'tatgac?'/);
    const again = fit(planted("tatgac", 300, 0.1), "cart", { strings, prune: "none" });
    expect(again).toEqual(model);
  });
});

describe("what people see", () => {
  const hostile = "<img src=x onerror=alert(1)>";

  it("shows the match in its string", () => {
    const model = fit(planted("tatgac"), "cart") as TreeModel;
    const explained = explain(model, { sequence: "ccctatgacggtatgac" });
    expect(explanationText(explained.explanations[0], explained)).toMatch(
      /\n {2}sequence: ccc\[tatgac\]gg\[tatgac\]$/,
    );
    expect(explained.explanations[0].strings).toMatchObject([
      {
        marks: [
          [3, 9],
          [11, 17],
        ],
      },
    ]);
  });

  it("escapes hostile strings", () => {
    const cells = Array.from({ length: 40 }, (_, i) => (i % 2 ? `${hostile}${i}` : `plain ${i}`));
    const classes = cells.map((_, i) => (i % 2 ? "x" : "y"));
    const table = makeTable([column(`"<b>"`, "string", cells), column("class", "nominal", classes)]);
    const model = fit(table, "cart", { strings: { tests: ["contains"], minLength: 4 } }) as TreeModel;
    expect(drawText(model)).toContain("contains");
    const svg = drawSvg(model);
    const page = drawReport({ model });
    for (const text of [svg, page]) {
      expect(text).not.toContain("<img");
      expect(text).not.toContain('"<b>"');
      expect(text).toContain("contains");
    }
    const explained = explain(model, { '"<b>"': "a\u001b[31m<img" });
    expect(explanationText(explained.explanations[0], explained)).not.toContain("\u001b");
  });
});

it("takes the shortest of equally good patterns, whatever their kind", () => {
  const cells = ["ggct", "cggt", "ggat", "aggt", "tggt", "gtgc", "tgca", "gatg", "tgtc", "ctga"];
  const table = makeTable([column("s", "string", cells), column("y", "nominal", [..."+++++-----"])]);
  // 'gg' is in the first five only, and so is a 't' at the end.
  const strings = { tests: ["contains", "ends"], support: 3 };
  const model = fitTable(table, { target: "y", learner: "cart", options: { strings, prune: "none" } });
  const [measure] = (model as TreeModel).derived!;
  expect(measure).toMatchObject({ kind: "pattern", pattern: ["t"], place: { side: "end", from: 1, to: 1 } });
});
