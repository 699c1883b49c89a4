import { describe, expect, it } from "vitest";
import type { Column } from "../table/column.js";
import { makeTable, type Warning } from "../table/table.js";
import { type AttributeRequest, chooseAttributes } from "./attributes.js";

const column = (name: string, type: "nominal" | "string" = "nominal"): Column => ({
  type,
  name,
  levels: ["a", "b"],
  codes: Int32Array.of(0, 1),
});
const table = makeTable([column("id"), column("x"), column("note", "string"), column("w"), column("y")]);
const idLike: Warning = { code: "ID_LIKE", column: "id", message: "looks like an identifier" };
const request = (more: Partial<AttributeRequest> = {}): AttributeRequest => ({
  target: "y",
  weight: "w",
  ignore: [],
  use: [],
  warnings: [idLike],
  ...more,
});

describe("the attributes", () => {
  it("are all columns but target, weight, identifiers and strings; each of these has its warning", () => {
    const chosen = chooseAttributes(table, request());
    expect(chosen.attributes).toEqual(["x"]);
    expect(chosen.warnings.map(({ message }) => message)).toEqual([
      '"id" differs in every row, like an identifier: set aside; to learn from it: --use id',
      '"note" holds free text: set aside; to learn from it: --use note',
    ]);
  });

  it("include what the user wants; a string becomes nominal", () => {
    const chosen = chooseAttributes(table, request({ use: ["id", "note"] }));
    expect(chosen.attributes).toEqual(["id", "x", "note"]);
    expect(chosen.table.columns[2].type).toBe("nominal");
    expect(chosen.warnings).toEqual([]);
  });

  it("leave out what the user ignores, without a warning about it", () => {
    const chosen = chooseAttributes(table, request({ ignore: ["id", "note"] }));
    expect(chosen.attributes).toEqual(["x"]);
    expect(chosen.warnings).toEqual([]);
  });

  it("keep other remarks about columns in use, and a constant target", () => {
    const remarks: Warning[] = [
      { code: "ROW_NUMBER", column: "x", message: "counts the rows" },
      { code: "ROW_NUMBER", column: "w", message: "counts the rows" },
      { code: "CONSTANT", column: "y", message: "has one value" },
    ];
    const chosen = chooseAttributes(table, request({ warnings: remarks, ignore: ["note"] }));
    expect(chosen.attributes).toEqual(["id", "x"]);
    expect(chosen.warnings).toEqual([remarks[0], remarks[2]]);
  });

  it("quote a column's name for the shell", () => {
    const odd = makeTable([column("it's an $(id)", "string"), column("y")]);
    const { warnings } = chooseAttributes(odd, request({ weight: undefined, warnings: [] }));
    expect(warnings[0].message).toContain("--use 'it'\\''s an $(id)'");
  });

  it("refuse wishes that contradict each other or name no column", () => {
    const fails = (more: Partial<AttributeRequest>, message: string) =>
      expect(() => chooseAttributes(table, request(more))).toThrow(message);
    fails({ use: ["y"] }, 'the column "y" cannot be under --use and --target');
    fails({ use: ["w"] }, 'the column "w" cannot be under --use and --weight');
    fails({ use: ["x"], ignore: ["x"] }, 'the column "x" cannot be under --use and --ignore');
    fails({ ignore: ["y"] }, 'the target "y" cannot be under --ignore too');
    fails({ weight: "y" }, 'the target "y" cannot be under --weight too');
    fails({ ignore: ["xx"] }, 'the table has no column "xx"');
    fails({ use: ["nope"] }, 'the table has no column "nope"');
  });
});
