import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { commandOf } from "../../../scripts/lib/root.mjs";
import type { Condition } from "../src/model/condition.js";
import type { RuleModel } from "../src/model/ruleSet.js";
import { predictTable } from "../src/predict/predictTable.js";
import { rulesModule } from "../src/rules/rulesModule.js";
import type { ColumnSchema } from "../src/table/schema.js";
import { makeTable } from "../src/table/table.js";
import { nominal, numeric, ordered } from "../src/testing/columns.js";
import { folder } from "./kit/folder.js";
import { refusal } from "./kit/refusal.js";
import { rowObject } from "./kit/rows.js";

const NASTY = [
  "__proto__",
  'say "x"; }; throw 1; //',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the literal text is intended
  "*/ \u2028 `${1}` \\",
  "two\nlines",
  "toString",
] as const;

const attributes: readonly ColumnSchema[] = [
  { name: NASTY[0], type: "numeric" },
  { name: NASTY[1], type: "nominal", levels: ["a", 'b"', "c\n//", "__proto__"] },
  { name: NASTY[2], type: "ordered", levels: ["s", "m", "l"] },
  { name: NASTY[3], type: "numeric" },
];

const range = (attribute: number, bounds: { above?: number; atMost?: number }) =>
  ({ kind: "range", attribute, ...bounds }) as const;
const gap = (kind: "missing" | "known", attribute: number) => ({ kind, attribute });

const CONDITIONS: readonly (readonly Condition[])[] = [
  [range(0, { above: 0.1, atMost: 0.30000000000000004 }), { kind: "levels", attribute: 1, levels: [1, 3] }],
  [gap("missing", 1)],
  [range(2, { above: 0 }), gap("known", 3)],
  [gap("missing", 0), gap("known", 2)],
  [range(3, { atMost: -1e-300 })],
];

const head = {
  format: "coppice-rules",
  version: 2,
  learner: "hand */ \n",
  options: {},
  training: { rows: 1, weight: 1, seed: 0 },
  order: "first",
  attributes,
} as const;

const levels = [NASTY[1], NASTY[3], NASTY[2], NASTY[4], "otherwise"];
const classFacts = (label: number) => ({ weight: 1, counts: levels.map((_, k) => +(k === label)), label });
const classes: RuleModel = {
  ...head,
  task: "classification",
  target: { name: "class */ \u2029", type: "nominal", levels },
  rules: CONDITIONS.map((all, i) => ({ if: all, then: classFacts(i % 4) })),
  otherwise: classFacts(4),
};
const valueFacts = (value: number) => ({ weight: 1, value, error: 0 });
const values: RuleModel = {
  ...head,
  task: "regression",
  target: { name: "y", type: "numeric" },
  rules: CONDITIONS.map((all, i) => ({ if: all, then: valueFacts(i - 0.1) })),
  otherwise: valueFacts(-1e21),
};

/** Every combination of a few values, including missing ones. */
function everyRow() {
  const cells = [
    [0.1, 0.2, 0.30000000000000004, 0.31, Number.NaN],
    [-1, 0, 1, 2, 3],
    [-1, 0, 1, 2],
    [-1, -1e-300, 0, Number.NaN],
  ];
  const rows = cells.reduce<number[][]>(
    (all, some) => all.flatMap((row) => some.map((x) => [...row, x])),
    [[]],
  );
  return makeTable(
    attributes.map(({ name, type, levels = [] }, i) => {
      const column = rows.map((row) => row[i]);
      if (type === "numeric") return numeric(name, column);
      return (type === "ordered" ? ordered : nominal)(name, levels, column);
    }),
  );
}

const { at, put } = folder();
beforeAll(() => {
  put("package.json", '{ "type": "module" }');
  const [node, ...tsc] = commandOf("typescript", "tsc");
  const flags = ["--strict", "--noUnusedLocals", "--target", "es2022", "--module", "nodenext", "--types", ""];
  const files = Object.entries({ classes, values }).map(([name, model]) =>
    put(`${name}.ts`, rulesModule(model)),
  );
  execFileSync(node, [...tsc, ...flags, ...files], { stdio: "pipe" });
}, 60_000);

it.each([
  ["classes", classes],
  ["values", values],
])("a module of rules compiles under --strict, and predicts %s as the model does", async (file, model) => {
  const made = await import(pathToFileURL(at(`${file}.js`)).href);
  const table = everyRow();
  const answer = predictTable(model, table);
  const wanted =
    "labels" in answer ? Array.from(answer.labels, (label) => levels[label]) : [...answer.values];
  // Missing cells are null or, in every other row, left out.
  const rowOf = (row: number) =>
    Object.entries(rowObject(table, row)).filter(([, cell]) => cell !== null || row % 2);
  expect(wanted.map((_, row) => made.predict(Object.fromEntries(rowOf(row))))).toEqual(wanted);
  expect(made.rules).toHaveLength(CONDITIONS.length);
});

it("rules that vote cannot be a module", () => {
  expect(refusal(() => rulesModule({ ...classes, order: "vote" }))).toContain(
    "rules that vote cannot be written",
  );
});
