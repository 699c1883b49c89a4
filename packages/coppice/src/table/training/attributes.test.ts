import { expect, it } from "vitest";
import { names, nominal } from "../../testing/index.js";
import type { Column, NominalColumn } from "../column.js";
import { warningText } from "../remedy.js";
import { makeTable, type Table, type Warning } from "../table.js";
import { type AttributeRequest, chooseAttributes } from "./attributes.js";

const ROWS = 40;

/** The level of row i is `levelOf(i)`. */
function column(
  name: string,
  levelOf: (i: number) => number,
  type: "nominal" | "string" = "nominal",
): Column {
  const codes = Array.from({ length: ROWS }, (_, i) => levelOf(i));
  const made = nominal(name, names("level ", Math.max(...codes) + 1), codes);
  return { ...made, type, ...(type === "string" && { aside: true }) };
}

const each = (i: number) => i;
const half = (i: number) => i % 2;
const [id, x, note] = [column("id", each), column("x", half), column("note", half, "string")];
const table = makeTable([id, x, note, column("w", each), column("y", each)]);
const base: AttributeRequest = { target: "y", weight: "w" };

interface Given {
  readonly table?: Table;
  readonly declared?: readonly string[];
  readonly warnings?: readonly Warning[];
  readonly words?: "option" | "flag";
}
function choose(request: AttributeRequest, given: Given = {}) {
  const { declared = [], warnings = [], words = "option" } = given;
  return chooseAttributes({ table, warnings, ...given, declared: new Set(declared) }, request, words);
}

it("the attributes are all columns but target, weight, identifiers and strings; each of these has a warning", () => {
  const { attributes, warnings } = choose(base);
  expect(attributes).toEqual(["x"]);
  expect(warnings.map((warning) => warningText(warning, "flag"))).toEqual([
    '"id" differs in every row, like an identifier: excluded; add --use id to include it',
    '"note" holds free text: excluded; add --use note to include it',
  ]);
  const option = '"id" differs in every row, like an identifier: excluded; add use: ["id"] to include it';
  expect(warningText(warnings[0], "option")).toBe(option);
});

it("the attributes exclude text with fewer than two rows per level on average", () => {
  // 40 rows: 21 levels are 1.9 rows each, 20 levels are 2 each.
  const [a, b] = [20, 19].map((most, i) => column("ab"[i], (row) => Math.min(row, most)));
  const near = { table: makeTable([a, b, column("y", half)]) };
  const { attributes, warnings } = choose({ target: "y" }, near);
  expect(attributes).toEqual(["b"]);
  const message = '"a" has 21 distinct values in 40 rows, close to one per row: excluded';
  expect(warnings).toMatchObject([{ code: "NEAR_UNIQUE", message }]);
  expect(choose({ target: "y" }, { ...near, declared: ["a"] }).attributes).toEqual(["a", "b"]);
  expect(choose({ target: "y", use: ["a"] }, near).attributes).toEqual(["a", "b"]);
});

it("the attributes include what the user includes or declares; a string becomes nominal", () => {
  const chosen = choose({ ...base, use: ["id", "note"] });
  expect(chosen.attributes).toEqual(["id", "x", "note"]);
  expect(chosen.table.columns[2].type).toBe("nominal");
  expect(chosen.warnings).toEqual([]);
  expect(choose(base, { declared: ["id"] }).attributes).toEqual(["id", "x"]);
});

it("the attributes include strings that the user declares, as they are", () => {
  const { aside: _, ...string } = note as NominalColumn;
  const given = { table: makeTable([string, column("y", half)]), declared: ["note"] };
  for (const more of [{}, { use: ["note"] }, { attributes: ["note"] }]) {
    const chosen = choose({ target: "y", ...more }, given);
    expect(chosen.attributes).toEqual(["note"]);
    expect(chosen.table.columns[0].type).toBe("string");
    expect(chosen.warnings).toEqual([]);
  }
});

it("the attributes are those that are listed, in that order, and no others; and none that is ignored, without a warning", () => {
  const chosen = choose({ ...base, attributes: ["note", "id"] });
  expect(chosen.attributes).toEqual(["note", "id"]);
  expect(chosen.table.columns[2].type).toBe("nominal");
  expect(chosen.warnings).toEqual([]);
  expect(choose({ ...base, ignore: ["id", "note"] })).toMatchObject({ attributes: ["x"], warnings: [] });
});

it("the attributes keep warnings about columns in use, and the reader's about the target and excluded columns", () => {
  const remark = (code: Warning["code"], name: string): Warning => ({ code, column: name, message: "" });
  const warnings = [
    ...[remark("ROW_NUMBER", "x"), remark("ROW_NUMBER", "w"), remark("MANY_LEVELS", "id")],
    ...["id", "y", "note"].map((name) => remark("DATE_AS_TEXT", name)),
  ];
  const chosen = choose({ ...base, ignore: ["note"] }, { warnings });
  expect(chosen.warnings.slice(0, -1)).toEqual([warnings[0], warnings[3], warnings[4]]);
  expect(chosen.warnings.at(-1)?.code).toBe("ID_LIKE");
});

it("the attributes quote a column's name for the shell", () => {
  const odd = makeTable([column("it's an $(id)", half, "string"), column("y", half)]);
  const { warnings } = choose({ target: "y" }, { table: odd, words: "flag" });
  expect(warningText(warnings[0], "flag")).toContain("--use 'it'\\''s an $(id)'");
});

it.each<[string, Partial<AttributeRequest>]>([
  ['the column "y" cannot be in both use and target', { use: ["y"] }],
  ['the column "w" cannot be in both use and weight', { use: ["w"] }],
  ['the column "x" cannot be in both use and ignore', { use: ["x"], ignore: ["x"] }],
  ['the column "y" cannot be in both ignore and target', { ignore: ["y"] }],
  ['the column "y" cannot be in both weight and target', { weight: "y" }],
  ['the column "y" cannot be in both attributes and target', { attributes: ["y"] }],
  ['the column "w" cannot be in both attributes and weight', { attributes: ["w"] }],
  ['the column "x" cannot be in both attributes and ignore', { attributes: ["x"], ignore: ["x"] }],
  ['the table has no column "xx"', { ignore: ["xx"] }],
  ['the table has no column "nope"', { use: ["nope"] }],
])("the attributes are refused: %s", (message, more) => {
  expect(() => choose({ ...base, ...more })).toThrow(message);
});

it("the attributes are refused in the words of the command", () => {
  const asked = () => choose({ ...base, use: ["y"] }, { words: "flag" });
  expect(asked).toThrow('the column "y" cannot be in both --use and --target');
});
