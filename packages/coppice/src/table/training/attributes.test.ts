import { describe, expect, it } from "vitest";
import type { Column, NominalColumn } from "../column.js";
import { warningText } from "../remedy.js";
import { makeTable, type Warning } from "../table.js";
import { type AttributeRequest, chooseAttributes } from "./attributes.js";

const ROWS = 40;

/** The level of row i is `levelOf(i)`. */
function column(
  name: string,
  levelOf: (i: number) => number,
  type: "nominal" | "string" = "nominal",
): Column {
  const codes = Int32Array.from({ length: ROWS }, (_, i) => levelOf(i));
  const levels = Array.from({ length: Math.max(...codes) + 1 }, (_, i) => `level ${i}`);
  return { type, name, levels, codes, ...(type === "string" && { aside: true }) };
}

const each = (i: number) => i;
const half = (i: number) => i % 2;
const table = makeTable([
  column("id", each),
  column("x", half),
  column("note", half, "string"),
  column("w", each),
  column("y", each),
]);
const base: AttributeRequest = { target: "y", weight: "w" };

function choose(
  request: AttributeRequest,
  { declared = [], warnings = [] }: { declared?: readonly string[]; warnings?: readonly Warning[] } = {},
) {
  return chooseAttributes({ table, declared: new Set(declared), warnings }, request, "option");
}

describe("the attributes", () => {
  it("are all columns but target, weight, identifiers and strings; each of these has a warning", () => {
    const { attributes, warnings } = choose(base);
    expect(attributes).toEqual(["x"]);
    expect(warnings.map((warning) => warningText(warning, "flag"))).toEqual([
      '"id" differs in every row, like an identifier: excluded; add --use id to include it',
      '"note" holds free text: excluded; add --use note to include it',
    ]);
    expect(warningText(warnings[0], "option")).toBe(
      '"id" differs in every row, like an identifier: excluded; add use: ["id"] to include it',
    );
  });

  it("exclude text with fewer than two rows per level on average", () => {
    // 40 rows: 21 levels are 1.9 rows each, 20 levels are 2 each.
    const near = makeTable([
      column("a", (i) => Math.min(i, 20)),
      column("b", (i) => Math.min(i, 19)),
      column("y", half),
    ]);
    const input = { table: near, declared: new Set<string>(), warnings: [] };
    const { attributes, warnings } = chooseAttributes(input, { target: "y" }, "option");
    expect(attributes).toEqual(["b"]);
    expect(warnings).toMatchObject([
      {
        code: "NEAR_UNIQUE",
        message: '"a" has 21 distinct values in 40 rows, close to one per row: excluded',
      },
    ]);
    const declared = { ...input, declared: new Set(["a"]) };
    expect(chooseAttributes(declared, { target: "y" }, "option").attributes).toEqual(["a", "b"]);
    expect(chooseAttributes(input, { target: "y", use: ["a"] }, "option").attributes).toEqual(["a", "b"]);
  });

  it("include what the user includes or declares; a string becomes nominal", () => {
    const chosen = choose({ ...base, use: ["id", "note"] });
    expect(chosen.attributes).toEqual(["id", "x", "note"]);
    expect(chosen.table.columns[2].type).toBe("nominal");
    expect(chosen.warnings).toEqual([]);
    expect(choose(base, { declared: ["id"] }).attributes).toEqual(["id", "x"]);
  });

  it("include strings that the user declares, as they are", () => {
    const { aside: _, ...note } = column("note", half, "string") as NominalColumn;
    const declared = makeTable([note, column("y", half)]);
    for (const request of [
      { target: "y" },
      { target: "y", use: ["note"] },
      { target: "y", attributes: ["note"] },
    ]) {
      const input = { table: declared, declared: new Set(["note"]), warnings: [] };
      const chosen = chooseAttributes(input, request, "option");
      expect(chosen.attributes).toEqual(["note"]);
      expect(chosen.table.columns[0].type).toBe("string");
      expect(chosen.warnings).toEqual([]);
    }
  });

  it("are those that are listed, in that order, and no others", () => {
    const chosen = choose({ ...base, attributes: ["note", "id"] });
    expect(chosen.attributes).toEqual(["note", "id"]);
    expect(chosen.table.columns[2].type).toBe("nominal");
    expect(chosen.warnings).toEqual([]);
  });

  it("exclude what the user ignores, without a warning", () => {
    const chosen = choose({ ...base, ignore: ["id", "note"] });
    expect(chosen.attributes).toEqual(["x"]);
    expect(chosen.warnings).toEqual([]);
  });

  it("keep warnings about columns in use, and the reader's about the target and excluded columns", () => {
    const remark = (code: Warning["code"], name: string): Warning => ({ code, column: name, message: "" });
    const warnings = [
      remark("ROW_NUMBER", "x"),
      remark("ROW_NUMBER", "w"),
      remark("MANY_LEVELS", "id"),
      remark("DATE_AS_TEXT", "id"),
      remark("DATE_AS_TEXT", "y"),
      remark("DATE_AS_TEXT", "note"),
    ];
    const chosen = choose({ ...base, ignore: ["note"] }, { warnings });
    expect(chosen.warnings.slice(0, -1)).toEqual([warnings[0], warnings[3], warnings[4]]);
    expect(chosen.warnings.at(-1)?.code).toBe("ID_LIKE");
  });

  it("quote a column's name for the shell", () => {
    const odd = makeTable([column("it's an $(id)", half, "string"), column("y", half)]);
    const input = { table: odd, declared: new Set<string>(), warnings: [] };
    const { warnings } = chooseAttributes(input, { target: "y" }, "flag");
    expect(warningText(warnings[0], "flag")).toContain("--use 'it'\\''s an $(id)'");
  });

  it("reject contradictory requests and unknown columns", () => {
    const fails = (more: Partial<AttributeRequest>, message: string) =>
      expect(() => choose({ ...base, ...more })).toThrow(message);
    fails({ use: ["y"] }, 'the column "y" cannot be in both use and target');
    fails({ use: ["w"] }, 'the column "w" cannot be in both use and weight');
    fails({ use: ["x"], ignore: ["x"] }, 'the column "x" cannot be in both use and ignore');
    fails({ ignore: ["y"] }, 'the column "y" cannot be in both ignore and target');
    fails({ weight: "y" }, 'the column "y" cannot be in both weight and target');
    fails({ attributes: ["y"] }, 'the column "y" cannot be in both attributes and target');
    fails({ attributes: ["w"] }, 'the column "w" cannot be in both attributes and weight');
    fails({ attributes: ["x"], ignore: ["x"] }, 'the column "x" cannot be in both attributes and ignore');
    fails({ ignore: ["xx"] }, 'the table has no column "xx"');
    fails({ use: ["nope"] }, 'the table has no column "nope"');
    const input = { table, declared: new Set<string>(), warnings: [] };
    expect(() => chooseAttributes(input, { ...base, use: ["y"] }, "flag")).toThrow(
      'the column "y" cannot be in both --use and --target',
    );
  });
});
