import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { random as seeded } from "../src/base/random.js";
import { fitTable } from "../src/learn/fit.js";
import { isTree } from "../src/model/model.js";
import { predictTable } from "../src/predict/predictTable.js";
import { asRules } from "../src/rules/joinedRules.js";
import { rulesModule } from "../src/rules/rulesModule.js";
import { makeTable, type Table } from "../src/table/table.js";

/** Three classes by a slanted line and a circle, a level that shifts them, an ordered attribute; with gaps if asked for. */
function table(gaps: number): Table {
  const random = seeded(7);
  const rows = 240;
  const cell = (x: number, missing: number) => (random.uniform() < gaps ? missing : x);
  const draw = () => 2 * random.uniform() - 1;
  const [x, y] = [Float64Array.from({ length: rows }, draw), Float64Array.from({ length: rows }, draw)];
  const level = Int32Array.from({ length: rows }, () => Math.floor(3 * random.uniform()));
  const size = Int32Array.from({ length: rows }, () => Math.floor(4 * random.uniform()));
  const codes = x.map((one, i) => {
    if (one * one + y[i] * y[i] < 0.3) return 2;
    return one + 0.8 * y[i] + 0.3 * (level[i] - 1) + 0.2 * size[i] > 0.3 ? 1 : 0;
  });
  return makeTable([
    { type: "numeric", name: "x\u2028", values: x.map((one) => cell(one, Number.NaN)) },
    { type: "numeric", name: "__proto__", values: y.map((one) => cell(one, Number.NaN)) },
    { type: "nominal", name: 'le"vel', levels: ["a", "b\n", "c"], codes: level.map((one) => cell(one, -1)) },
    { type: "ordered", name: "size", levels: ["s", "m", "l", "xl"], codes: size.map((one) => cell(one, -1)) },
    { type: "nominal", name: "class", levels: ["low", "high", "in"], codes: Int32Array.from(codes) },
  ]);
}

const LEARNERS = [
  ["linearTree", {}],
  ["ldaTree", { branches: "perClass" }],
  ["quadraticTree", {}],
  ["sphereTree", {}],
  ["perceptronTree", {}],
  ["cart", { components: "all" }],
] as const;

describe("the rules of trees that test measures", () => {
  for (const [learner, options] of LEARNERS) {
    for (const gaps of [0, 0.15]) {
      const imputes = learner !== "cart";
      it(`${learner} with ${gaps} of the cells missing: as the tree predicts`, async () => {
        const given = table(gaps);
        const model = fitTable(given, { target: "class", learner, options: { ...options, maxDepth: 3 } });
        if (!isTree(model)) throw new Error("a tree");
        expect(model.derived?.some(({ kind }) => kind !== "fill")).toBe(true);
        const rules = asRules(model);
        const [byTree, byRules] = [predictTable(model, given), predictTable(rules, given)];
        if (byTree.kind === "regression" || byRules.kind === "regression") throw new Error("classes");
        if (imputes || gaps === 0) expect([...byRules.labels]).toEqual([...byTree.labels]);
        const made = await moduleOf(rulesModule(rules));
        const levels = model.target.levels!;
        for (let row = 0; row < given.rows; row++)
          expect(made.predict(rowOf(given, row))).toBe(levels[byRules.labels[row]]);
      });
    }
  }
});

async function moduleOf(source: string): Promise<{ predict(row: object): string }> {
  const { code } = transformSync(source, { loader: "ts", format: "esm" });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

function rowOf({ columns }: Table, row: number): object {
  return Object.fromEntries(
    columns.map((column): [string, unknown] => {
      if (column.type === "numeric") return [column.name, column.values[row]];
      return [column.name, column.codes[row] < 0 ? null : column.levels[column.codes[row]]];
    }),
  );
}
