import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

/** The codes of `Warning`, from its source: types do not exist at run time. */
function warningCodes(): string[] {
  const source = read("../src/table/table.ts");
  const union = /interface Warning \{\s*readonly code:([^;]*);/.exec(source)?.[1] ?? "";
  return [...union.matchAll(/"([A-Z_]+)"/g)].map(([, code]) => code);
}

/** The rows of the tables of warnings in docs/tables.md, by their code. */
function documented(): Map<string, string[]> {
  const section = read("../../../docs/tables.md").split("\n## Warnings\n")[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => /^\| `[A-Z_]+` \|/.test(line));
  return new Map(
    rows.map((row) => {
      const [code, ...cells] = row
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim());
      return [code.replaceAll("`", ""), cells];
    }),
  );
}

describe("the tables of warnings in docs/tables.md", () => {
  it("list every code, and no other", () => {
    expect(warningCodes()).toContain("ID_LIKE");
    expect([...documented().keys()].sort()).toEqual(warningCodes().sort());
  });

  it.each([...documented()])("explain what %s means and what was done", (_, cells) => {
    expect(cells).toHaveLength(3); // meaning, what was done, flag
    expect(cells[0]).not.toBe("");
    expect(cells[1]).not.toBe("");
  });
});
