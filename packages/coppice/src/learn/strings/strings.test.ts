import { expect, it } from "vitest";
import { accuracyOn, cases, classesSaid, codesIn, isDeep, once, readAgain } from "../../../test/kit/index.js";
import { random } from "../../base/random.js";
import { MemoryEngine } from "../../engine/memory/engine.js";
import { NaiveEngine } from "../../engine/naive/engine.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import type { Model } from "../../model/model.js";
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
import { numeric } from "../../testing/index.js";
import { drawReport } from "../../use/draw/html.js";
import { drawSvg } from "../../use/draw/svg.js";
import { drawText } from "../../use/draw/text.js";
import { explain } from "../../use/explain/explain.js";
import { explanationText } from "../../use/explain/explanationText.js";
import { fitJob, fitTable, fitWith } from "../fit.js";

type Cells = readonly string[];

function column(name: string, type: "nominal" | "string" | "text", cells: Cells): Column {
  const levels = [...new Set(cells)].sort();
  return { type, name, levels, codes: Int32Array.from(cells, (cell) => levels.indexOf(cell)) };
}

const labelled = (cells: Cells, classes: Cells, type: "string" | "text" = "string", name = "s") =>
  makeTable([column(name, type, cells), column("y", "nominal", classes)]);

/** Random strings, half of them with a motif somewhere, which is their class, but for some noise; a point is any letter. */
function planted(motif: string, rows = 300, noise = 0.05, length = 40): Table {
  const rng = random(7);
  const cells = Array.from({ length: rows }, () => {
    const text = Array.from({ length }, () => "acgt"[Math.floor(rng.uniform() * 4)]).join("");
    const has = rng.uniform() < 0.5;
    const at = Math.floor(rng.uniform() * (length - motif.length));
    const swapped = rng.uniform() < noise;
    const letters = [...motif].map((letter, i) => (letter === "." ? text[at + i] : letter));
    const own = has ? text.slice(0, at) + letters.join("") + text.slice(at + motif.length) : text;
    return { own, label: has !== swapped ? "yes" : "no" };
  });
  const [texts, classes] = [cells.map(({ own }) => own), cells.map(({ label }) => label)];
  return labelled(texts, classes, "string", "sequence");
}

/** Every fifth string is missing. */
function withGaps(table: Table): Table {
  const [strings, ...others] = table.columns as (Column & { codes: Int32Array })[];
  const codes = strings.codes.map((code, row) => (row % 5 === 0 ? -1 : code));
  return makeTable([{ ...strings, codes } as Column, ...others]);
}

const fit = (table: Table, learner: string, options: Record<string, unknown> = {}) =>
  fitTable(table, { target: "y", learner, options });
const fitTree = (table: Table, options: Record<string, unknown> = {}) =>
  fit(table, "cart", options) as TreeModel;
const rootTest = ({ nodes: [root], attributes }: TreeModel) =>
  isSplit(root) ? attributes[root.test.attribute].name : "none";

const motif = planted("tatgac");
const tree = once(() => fitTree(motif));

it.each(["cart", "c45", "id3"])("a tree of strings by %s finds the planted motif at its root", (learner) => {
  const model = learner === "cart" ? tree() : (fit(motif, learner) as TreeModel);
  expect(rootTest(model)).toBe("sequence contains 'tatgac'");
});

it("a tree of strings is small once it is pruned, and is right about new strings", () => {
  const model = tree();
  expect(sizeOf(model).leaves).toBeLessThanOrEqual(5);
  const said = predictor(model).row({ sequence: "ccccctatgaccccc" });
  expect(said).toMatchObject({ label: "yes", unseen: [], missing: [] });
  expect(predictor(model).row({ sequence: "cccccccccc" })).toMatchObject({ label: "no" });
  const many = predict(model, [{ sequence: "cctatgaccc" }, { sequence: "ccc" }, { sequence: null }]);
  expect("labels" in many && many.labels.slice(0, 2)).toEqual(["yes", "no"]);
});

it("a tree of strings goes to JSON and back, without the strings of the training rows", () => {
  const text = JSON.stringify(modelJson(tree()));
  expect(text).not.toContain((motif.columns[0] as { levels: readonly string[] }).levels[0]);
  expect(parseModel(JSON.parse(text))).toEqual(tree());
});

it.each([
  ...[{}, { prune: "none" }, { missing: "share" }, { missing: "surrogate" }],
  { criterion: "entropy", nominal: "perLevel" },
  {
    strings: { tests: ["contains", "at", "within", "count", "gapped", "starts", "ends", "length"], pool: 40 },
  },
])("a tree of strings is the same by both engines with %j", (options) => {
  const table = withGaps(planted("tga", 80, 0.2, 12));
  const job = () => fitJob(table, { target: "y", learner: "cart", options: { minLeaf: 4, ...options } });
  const memory = fitWith(job(), (problem) => new MemoryEngine(problem));
  expect(fitWith(job(), (problem) => new NaiveEngine(problem))).toEqual(memory);
  expect(memory.nodes.length).toBeGreaterThan(1);
});

it("a tree of strings does not depend on the order of the rows", () => {
  const table = planted("tga", 100, 0.2, 20);
  const rows = Int32Array.from({ length: 100 }, (_, i) => (i * 37) % 100);
  const { nodes, derived } = fitTree(table, { prune: "none" });
  expect(nodes.length).toBeGreaterThan(1);
  expect(derived).toBeDefined();
  expect(fitTree(selectRows(table, rows), { prune: "none" })).toMatchObject({ nodes, derived });
});

it("a tree of strings predicts numbers too", () => {
  const table = planted("tatgac", 200, 0);
  const values = Float64Array.from(codesIn(table, "y"), (code, row) => 10 * code + (row % 3));
  const model = fitTree(makeTable([table.columns[0], numeric("y", values)]), { prune: "none" });
  expect(rootTest(model)).toMatch(/contains 'tatgac?'/);
});

it.each(cases`
  starts   → abcd|abdc                 → bacd|dcab                → s starts with 'a'
  at       → abcd|abdc                 → bacd|dcab                → s starts with 'a'
  at       → qabcd|qabdc               → qbacd|qdcab              → s has 'a' at 2
  ends     → abcd|abdc                 → bacd|dcab|zdcab          → s ends with '.*
  length   → a|aa                      → aaa|aaaa                 → length of s
  count    → abab|ababab               → abxx|xxab                → count of '.*
  gapped   → taccat|taggat             → catcat|tatgac            → s contains '.*\..*'
  within   → qaaaaa|aqaaaa             → aaaaqa|aaaaaq            → s has 'q' within 1 to 2
  words    → a bad film|Awful acting   → good film|great acting   → s has '(a' or 'awful|bad' or 'awful|awful' or 'bad|good' or 'great|great' or 'good)' in any case
  contains → not good|is not good      → good not|good it is not  → s contains 'not good' in any case
`)("a tree of strings asks for tests of the kind %s: of %s and %s", (kind, one, other, root) => {
  const [first, second] = [one.split("|"), other.split("|")];
  const cells = [...first, ...second];
  const classes = cells.map((_, i) => (i < first.length ? "x" : "y"));
  const table = labelled(
    [...cells, ...cells, ...cells],
    [...classes, ...classes, ...classes],
    cells.some((cell) => cell.includes(" ")) ? "text" : "string",
  );
  const model = fitTree(table, { strings: { tests: [kind] }, prune: "none" });
  expect(rootTest(model)).toMatch(new RegExp(`^${root}$`));
});

it("a tree of strings takes the shortest of tests that say the same, or the opposite", () => {
  const cells = "bababbb bab a aabaa abaa aab bba babaa bba aabba abbabab a a".split(" ");
  const strings = { tests: ["contains"], support: 3 };
  const model = fitTree(labelled(cells, [..."qpqppppppqppq"]), { strings, prune: "none", maxDepth: 1 });
  expect(rootTest(model)).toBe("s contains 'b'");
});

it("a tree of strings takes the shortest of equally good patterns, whatever their kind", () => {
  const cells = ["ggct", "cggt", "ggat", "aggt", "tggt", "gtgc", "tgca", "gatg", "tgtc", "ctga"];
  // 'gg' is in the first five only, and so is a 't' at the end.
  const strings = { tests: ["contains", "ends"], support: 3 };
  const [measure] = fitTree(labelled(cells, [..."+++++-----"]), { strings, prune: "none" }).derived!;
  expect(measure).toMatchObject({
    ...{ kind: "pattern", pattern: ["t"] },
    place: { side: "end", from: 1, to: 1 },
  });
});

it("a tree of strings folds case where that is asked for", () => {
  const texts = ["ATG", "atg", "AtG", "ccc", "CCC", "gcG"];
  const table = labelled([...texts, ...texts], [..."xxxyyyxxxyyy"]);
  const root = (fold: boolean) =>
    rootTest(fitTree(table, { strings: { tests: ["contains"], fold }, prune: "none" }));
  expect(root(true)).toBe("s contains 'a' in any case");
  expect(root(false)).not.toContain("in any case");
});

it.each(["likely", "predict", "indicator", "level", "likelyInClass", "drop"])(
  "missing strings, by missing=%s, hide no motif",
  (missing) => {
    const model = fitTree(withGaps(planted("tatgac", 120)), { missing, prune: "none" });
    expect(readAgain(model)).toEqual(model);
    // The shortest of the best, which among few rows may be less than the motif.
    expect(rootTest(model)).toMatch(/contains 'tatgac?'/);
  },
);

it("a forest of strings is given the best measures, and keeps those that it tests", () => {
  const model = fit(motif, "forest", { trees: 5 }) as EnsembleModel;
  const names = model.attributes.map(({ name }) => name);
  expect(names).toContain("sequence contains 'tatgac'");
  expect(model.derived!.length).toBe(names.length - 1);
  expect(readAgain(model)).toEqual(model);
  const said = predictor(model).row({ sequence: "ccccctatgacccccccccccccccccccccccccccccc" });
  expect(said).toMatchObject({ label: "yes" });
});

it("rules of strings test the motif", () => {
  const model = fit(motif, "ripper", { optimisations: 0 }) as RuleModel;
  expect(rulesText(model)).toContain("IF sequence contains 'tatgac' = ");
  expect(model.attributes.length).toBe(1 + model.derived!.length);
  expect(readAgain(model)).toEqual(model);
});

it.each([
  ["bagging", { trees: 3 }],
  ["adaBoost", { trees: 3 }],
  ["extraTrees", { trees: 30 }],
  ["gradientBoost", {}],
  ["c45rules", {}],
  ["softTree", { steps: 10 }],
  ["ldaTree", { strings: { pool: 30 } }],
])("%s learns the motif", (learner, options) => {
  const table = planted("tatgac", 150, 0);
  const model = fit(table, learner, options);
  expect(accuracyOn(model, table)).toBeGreaterThan(130 / 150);
  expect(readAgain(model)).toEqual(model);
});

const [sequence, label] = planted("tatgac", 150, 0.1).columns;
const n = Float64Array.from({ length: 150 }, (_, i) => (i * 37) % 11);
/** The motif, and a number that says nothing. */
const mixed = makeTable([sequence, numeric("n", n), label]);
const said = (model: Model) => predictTable(model, mixed);

it("measures that a model does not use are dropped from gradientBoost with their sums of gains", () => {
  const model = fit(mixed, "gradientBoost", { rounds: 10 }) as EnsembleModel;
  const { importance } = model.report!;
  expect(model.attributes.length).toBe(2 + model.derived!.length);
  expect(model.attributes.length).toBeLessThan(200);
  expect(importance!.values).toHaveLength(model.attributes.length);
  expect(importance!.sums).toHaveLength(model.attributes.length);
  expect(readAgain(model)).toEqual(model);
  const request = { target: "y", learner: "gradientBoost", options: { rounds: 20 } };
  expect(() => fitTable(mixed, { ...request, continueFrom: model })).toThrow(
    /cannot be continued like this: it tests strings/,
  );
});

it.each([
  ["treeFeatures", { trees: 10, folds: 3 }],
  ["treeFeatures", { trees: 10, then: "cart" }],
  ["treeFeatures", { trees: 10, grow: "sampled", folds: 3 }],
  ["ruleFit", { trees: 10, folds: 3 }],
])("measures are kept by %s %j where a leaf or a rule reads them", (learner, options) => {
  const model = fit(mixed, learner, options) as TreeModel;
  expect(model.attributes.length).toBeLessThan(200);
  const added = model.derived!.filter(({ kind }) => kind === "leaf" || kind === "combination");
  if (model.spreads) expect(model.spreads).toHaveLength(model.attributes.length - added.length);
  expect(said(readAgain(model))).toEqual(said(model));
  expect(accuracyOn(model, mixed)).toBeGreaterThan(120 / 150);
});

it("measures that a model does not use are dropped from knn and from its tree, which is explained", () => {
  const model = fit(mixed, "knn");
  expect(model.attributes.length).toBeLessThan(50);
  expect(said(readAgain(model))).toEqual(said(model));
  const { explanations, attributes } = explain(readAgain(model), { sequence: "ccctatgacgg", n: 3 });
  expect(explanations[0]).toMatchObject({ prediction: "yes" });
  expect(attributes.map(({ name }) => name).join()).toMatch(/sequence contains '[tatgac]{4,6}'/);
  expect(explanations[0].strings).toMatchObject([{ marks: [[expect.any(Number), expect.any(Number)]] }]);
});

it("measures that a model does not use are dropped from a committee of model trees", () => {
  const values = Float64Array.from(codesIn(mixed, "y"), (code, row) => 10 * code + n[row]);
  const table = makeTable([sequence, numeric("n", n), numeric("y", values)]);
  const options = { members: 2, neighbours: 3, strings: { pool: 10 } };
  const model = fit(table, "modelTree", options);
  expect(model.derived!.some(({ kind }) => kind === "pattern")).toBe(true);
  expect(said(readAgain(model))).toEqual(said(model));
  expect(() => explain(readAgain(model), { sequence: "ccctatgacgg", n: 3 })).not.toThrow();
});

it.each(["forest", "extraTrees", "gradientBoost"])("measures come back from the JSON of %s", (learner) => {
  const table = planted("tatgac", 100);
  const size = learner === "gradientBoost" ? { rounds: 5 } : { trees: 5 };
  const model = fit(table, learner, { ...size, strings: { pool: 10 } });
  const again = parseModel(JSON.parse(JSON.stringify(model)));
  expect(classesSaid(again, table)).toEqual(classesSaid(model, table));
});

it.each(isDeep ? [20, 60, 100, 200] : [20, 200])("gapped patterns are found in %i letters", (length) => {
  const strings = { tests: ["gapped"], significance: 1 };
  const table = planted("tac..gat", 600, 0, length);
  const model = fitTree(table, { strings, prune: "none", maxDepth: 1 });
  expect(rootTest(model)).toMatch(/contains '.*tac\.\.gat.*'|contains '(ac|ta?c?)\.\.ga?t?'/);
  expect(accuracyOn(model, table)).toBeGreaterThan(0.94);
});

it.each(["cart", "forest"])("options about strings need a string, with a letter somewhere: %s", (learner) => {
  const marks = labelled(["?!", "...", "?!", "..."], [..."abab"], "text", "note");
  expect(() => fit(marks, learner)).toThrow(/"note" has not a word in any row/);
  const levels = makeTable([column("a", "nominal", [..."xyxy"]), column("y", "nominal", [..."pqpq"])]);
  const options = { strings: { fold: true } };
  expect(() => fit(levels, learner, options)).toThrow(/strings has no effect: no attribute/);
});

it.each([
  [{ strings: { minLength: 5, maxLength: 2 } }, /no substring .*: its minLength is 5 and its maxLength 2/],
  [{ lookAhead: 2 }, /lookAhead/],
])("options about strings must go together: %j", (options, message) => {
  expect(() => fitTree(planted("tga", 40), options)).toThrow(message);
});

it("significance keeps growth from what the best of many patterns has by chance", () => {
  const grown = (table: Table, strings: object) => fitTree(table, { strings, prune: "none" });
  const noise = planted("tatgac", 200, 0.5);
  const tests = ["contains", "at"];
  expect(grown(noise, { tests, significance: 0.05 }).nodes).toHaveLength(1);
  expect(grown(noise, { tests, significance: 1 }).nodes.length).toBeGreaterThan(10);
  const model = grown(planted("tatgac", 200), { significance: 0.05 });
  expect(rootTest(model)).toMatch(/contains 'tatgac?'/);
});

it("significance does not take a few rows of a rare class, of which many patterns have some, for more than chance", () => {
  const strings = { tests: ["contains", "at"], letters: 6000, support: 3 };
  const model = fitTree(planted("tatgacc", 800, 0.05), { strings, maxDepth: 2, prune: "none" });
  expect(rootTest(model)).toMatch(/contains 'tatgacc?'/);
  expect(model.nodes).toHaveLength(3);
});

it("significance is asked of nodes that are searched in part", () => {
  const strings = { tests: ["contains"], letters: 4000 };
  const model = fitTree(planted("tatgac", 300, 0.1), { strings, prune: "none" });
  expect(rootTest(model)).toMatch(/contains 'tatgac?'/);
  expect(fitTree(planted("tatgac", 300, 0.1), { strings, prune: "none" })).toEqual(model);
});

it("an explanation shows the match in its string", () => {
  const explained = explain(tree(), { sequence: "ccctatgacggtatgac" });
  const [explanation] = explained.explanations;
  expect(explanationText(explanation, explained)).toMatch(/\n {2}sequence: ccc\[tatgac\]gg\[tatgac\]$/);
  const [{ marks }] = explanation.strings!;
  expect(marks.join(" ")).toBe("3,9 11,17");
});

it("drawings and explanations escape hostile strings", () => {
  const hostile = "<img src=x onerror=alert(1)>";
  const cells = Array.from({ length: 40 }, (_, i) => (i % 2 ? `${hostile}${i}` : `plain ${i}`));
  const classes = cells.map((_, i) => (i % 2 ? "x" : "y"));
  const table = labelled(cells, classes, "string", '"<b>"');
  const model = fitTree(table, { strings: { tests: ["contains"], minLength: 4 } });
  expect(drawText(model)).toContain("contains");
  for (const text of [drawSvg(model), drawReport({ model })]) {
    expect(text).not.toContain("<img");
    expect(text).not.toContain('"<b>"');
    expect(text).toContain("contains");
  }
  const explained = explain(model, { '"<b>"': "a\u001b[31m<img" });
  expect(explanationText(explained.explanations[0], explained)).not.toContain("\u001b");
});
