import { execFileSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { Condition } from "../src/model/condition.js";
import type { ModelRule, RuleModel } from "../src/model/ruleSet.js";
import { predictTable } from "../src/predict/predictTable.js";
import { rulesModule } from "../src/rules/rulesModule.js";
import type { Column } from "../src/table/column.js";
import type { ColumnSchema } from "../src/table/schema.js";
import { makeTable, type Table } from "../src/table/table.js";
import { folder } from "./kit/folder.js";

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

const CONDITIONS: readonly (readonly Condition[])[] = [
  [
    { kind: "range", attribute: 0, above: 0.1, atMost: 0.30000000000000004 },
    { kind: "levels", attribute: 1, levels: [1, 3] },
  ],
  [{ kind: "missing", attribute: 1 }],
  [
    { kind: "range", attribute: 2, above: 0 },
    { kind: "known", attribute: 3 },
  ],
  [
    { kind: "missing", attribute: 0 },
    { kind: "known", attribute: 2 },
  ],
  [{ kind: "range", attribute: 3, atMost: -1e-300 }],
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

function classModel(): RuleModel {
  const levels = [NASTY[1], NASTY[3], NASTY[2], NASTY[4], "otherwise"];
  const facts = (label: number) => ({
    weight: 1,
    counts: levels.map((_, k) => (k === label ? 1 : 0)),
    label,
  });
  const rules = CONDITIONS.map((all, i): ModelRule => ({ if: all, then: facts(i % 4) }));
  const target: ColumnSchema = { name: "class */ \u2029", type: "nominal", levels };
  return { ...head, task: "classification", target, rules, otherwise: facts(4) };
}

function valueModel(): RuleModel {
  const rules = CONDITIONS.map(
    (all, i): ModelRule => ({ if: all, then: { weight: 1, value: i - 0.1, error: 0 } }),
  );
  const target: ColumnSchema = { name: "y", type: "numeric" };
  return { ...head, task: "regression", target, rules, otherwise: { weight: 1, value: -1e21, error: 0 } };
}

/** Every combination of a few values, including missing ones. */
function everyRow(): Table {
  const numbers = [0.1, 0.2, 0.30000000000000004, 0.31, Number.NaN];
  const others = [-1, -1e-300, 0, Number.NaN];
  const rows: number[][] = [];
  for (const a of numbers) {
    for (let b = -1; b < 4; b++) {
      for (let c = -1; c < 3; c++) for (const d of others) rows.push([a, b, c, d]);
    }
  }
  return makeTable(
    attributes.map((attribute, i): Column => {
      const cells = rows.map((row) => row[i]);
      return attribute.type === "numeric"
        ? { type: "numeric", name: attribute.name, values: Float64Array.from(cells) }
        : {
            type: attribute.type as "nominal" | "ordered",
            name: attribute.name,
            levels: attribute.levels!,
            codes: Int32Array.from(cells),
          };
    }),
  );
}

function rowOf(table: Table, row: number): object {
  const cells = table.columns.map((column): [string, unknown] => {
    if (column.type === "numeric") return [column.name, column.values[row]];
    return [column.name, column.codes[row] < 0 ? null : column.levels[column.codes[row]]];
  });
  // Object.fromEntries makes own properties, whatever their name.
  return Object.fromEntries(cells.filter(([, cell]) => !(cell === null && row % 2 === 0)));
}

const { at, put } = folder();
beforeAll(() => {
  put("package.json", '{ "type": "module" }');
  put("classes.ts", rulesModule(classModel()));
  put("values.ts", rulesModule(valueModel()));
  const tsc = fileURLToPath(new URL("../../../node_modules/typescript/lib/tsc.js", import.meta.url));
  const flags = ["--strict", "--noUnusedLocals", "--target", "es2022", "--module", "nodenext", "--types", ""];
  execFileSync(process.execPath, [tsc, ...flags, at("classes.ts"), at("values.ts")], {
    stdio: "pipe",
  });
}, 60_000);

describe("rulesModule", () => {
  it("compiles under --strict, and predicts as the model does", async () => {
    const table = everyRow();
    for (const [file, model] of [
      ["classes", classModel()],
      ["values", valueModel()],
    ] as const) {
      const made = await import(pathToFileURL(at(`${file}.js`)).href);
      const answer = predictTable(model, table);
      for (let row = 0; row < table.rows; row++) {
        const wanted =
          answer.kind === "classification" ? model.target.levels![answer.labels[row]] : answer.values[row];
        expect(made.predict(rowOf(table, row))).toBe(wanted);
      }
      expect(made.rules).toHaveLength(CONDITIONS.length);
    }
  });

  it("rejects rules that vote", () => {
    expect(() => rulesModule({ ...classModel(), order: "vote" })).toThrow(
      "rules that vote cannot be written",
    );
  });
});
