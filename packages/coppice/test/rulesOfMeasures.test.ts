import { transformSync } from "esbuild";
import { expect, it } from "vitest";
import { random as seeded } from "../src/base/random.js";
import { type ClassPrediction, predictTable } from "../src/predict/predictTable.js";
import { asRules } from "../src/rules/joinedRules.js";
import { rulesModule } from "../src/rules/rulesModule.js";
import { makeTable, type Table } from "../src/table/table.js";
import { nominal, numeric, ordered } from "../src/testing/columns.js";
import { fitTree } from "./fitTree.js";
import { rowObject } from "./kit/rows.js";

/** Three classes by a slanted line and a circle, a level that shifts them, an ordered attribute; with gaps if asked for. */
function table(gaps: number): Table {
  const random = seeded(7);
  const rows = 150;
  const cell = (x: number, missing: number) => (random.uniform() < gaps ? missing : x);
  const draw = () => 2 * random.uniform() - 1;
  const [x, y] = [Float64Array.from({ length: rows }, draw), Float64Array.from({ length: rows }, draw)];
  const level = Int32Array.from({ length: rows }, () => Math.floor(3 * random.uniform()));
  const size = Int32Array.from({ length: rows }, () => Math.floor(4 * random.uniform()));
  const codes = x.map((one, i) => {
    if (one * one + y[i] * y[i] < 0.3) return 2;
    return one + 0.8 * y[i] + 0.3 * (level[i] - 1) + 0.2 * size[i] > 0.3 ? 1 : 0;
  });
  const known = (cells: ArrayLike<number>, missing: number) => Array.from(cells, (one) => cell(one, missing));
  return makeTable([
    ...[numeric("x\u2028", known(x, Number.NaN)), numeric("__proto__", known(y, Number.NaN))],
    nominal('le"vel', ["a", "b\n", "c"], known(level, -1)),
    ordered("size", ["s", "m", "l", "xl"], known(size, -1)),
    nominal("class", ["low", "high", "in"], codes),
  ]);
}

const LEARNERS = [
  ["linearTree", {}, 0],
  ["linearTree", {}, 0.15],
  ["ldaTree", { branches: "perClass" }, 0.15],
  ["quadraticTree", {}, 0.15],
  ["sphereTree", {}, 0.15],
  ["perceptronTree", {}, 0.15],
  ["cart", { components: "all" }, 0],
  ["cart", { components: "all" }, 0.15],
] as const;

it.each(LEARNERS)(
  "rules predict as %s %j does, which tests measures, with gaps: %d",
  async (learner, options, gaps) => {
    const given = table(gaps);
    const model = fitTree(given, { target: "class", learner, options: { ...options, maxDepth: 3 } });
    expect(model.derived?.some(({ kind }) => kind !== "fill")).toBe(true);
    const rules = asRules(model);
    const [byTree, byRules] = [model, rules].map((one) => predictTable(one, given) as ClassPrediction);
    // The others impute gaps, and then test.
    if (learner !== "cart" || gaps === 0) expect(byRules.labels).toEqual(byTree.labels);
    const made = await moduleOf(rulesModule(rules));
    const wanted = Array.from(byRules.labels, (label) => model.target.levels![label]);
    expect(wanted.map((_, row) => made.predict(rowObject(given, row)))).toEqual(wanted);
  },
);

async function moduleOf(source: string): Promise<{ predict(row: object): string }> {
  const { code } = transformSync(source, { loader: "ts", format: "esm" });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
