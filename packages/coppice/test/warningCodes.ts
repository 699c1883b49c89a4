import { readFileSync } from "node:fs";

/** The codes of `Warning`, from its source: types do not exist at run time. */
export function warningCodes(): string[] {
  const source = readFileSync(new URL("../src/table/table.ts", import.meta.url), "utf8");
  const union = /interface Warning \{\s*readonly code:([^;]*);/.exec(source)![1];
  return [...union.matchAll(/"([A-Z_]+)"/g)].map(([, code]) => code);
}
