import { existsSync, readdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { removeRunFolders } from "./runFolder.js";

/*
 * Set-up of a whole run: what the tests leave in the temporary folder, or DuckDB in the home folder, fails the run by name.
 * The temporary folder is checked only if it belongs to the run (its name begins with `coppice-`): other programs write to
 * the system's.
 */

/** Chromium removes its own folders a moment after it has closed. */
const OTHERS = /^(\.org\.chromium\.|\.com\.google\.Chrome|org\.chromium\.|playwright)/;

export default function setup(): () => void {
  const before = new Set(entries());
  return () => {
    removeRunFolders();
    const left = leftovers(before, entries());
    if (left.length === 0) return;
    process.exitCode = 1;
    throw new Error(`the tests left ${left.length} entries behind:\n  ${left.join("\n  ")}\n${REMEDY}`);
  };
}

const REMEDY = "Temporary files of a test belong in a folder() of packages/coppice/test/kit/folder.ts.";

/** The entries that were not there before, except those of others. */
export function leftovers(before: ReadonlySet<string>, after: readonly string[]): string[] {
  return after.filter((path) => !before.has(path) && !OTHERS.test(basename(path)));
}

function entries(): string[] {
  const duckdb = join(homedir(), ".duckdb");
  const own = basename(tmpdir()).startsWith("coppice-") ? readdirSync(tmpdir()) : [];
  return [...own.map((name) => join(tmpdir(), name)), ...(existsSync(duckdb) ? [duckdb] : [])];
}
