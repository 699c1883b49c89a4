import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { warningCodes } from "./warningCodes.js";

const page = readFileSync(new URL("../../../docs/tables.md", import.meta.url), "utf8");
const section = page.split("\n## Warnings\n")[1].split("\n## ")[0];
/** The cells of the tables of warnings in docs/tables.md: code, meaning, what was done, flag. */
const documented = [...section.matchAll(/^\| `([A-Z_]+)` \|(.*)\|$/gm)].map(
  ([, code, rest]) => [code, rest.split("|").map((cell) => cell.trim())] as const,
);

it("docs/tables.md lists every warning, and no other", () => {
  expect(warningCodes()).toContain("ID_LIKE");
  expect(documented.map(([code]) => code).sort()).toEqual(warningCodes().sort());
});

it.each(documented)("docs/tables.md explains what %s means and what was done", (_, cells) => {
  expect(cells).toEqual([expect.stringMatching(/./), expect.stringMatching(/./), expect.anything()]);
});
