import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const cache = join(root, "node_modules/.cache/coppice-test");
let found: string | undefined;

/**
 * A folder for what the tests compute once from these sources: what a model depends on, the kernels included. Folders of
 * other sources are removed.
 */
export function sourcesFolder(): string {
  if (found !== undefined) return found;
  const hash = hashOf(sourceFiles());
  for (const name of entriesOf(cache)) {
    // Durations of the tests are beside them.
    if (name !== hash && !name.includes(".")) rmSync(join(cache, name), { recursive: true, force: true });
  }
  found = join(cache, hash);
  return found;
}

/** The sources of the library, with those of the table that the models are learned from, and what is learned. */
function sourceFiles(): string[] {
  const src = join(root, "packages/coppice/src");
  const names = readdirSync(src, { recursive: true, encoding: "utf8" });
  const library = names.filter((name) => name.endsWith(".ts") && !/\.test\.ts$|^(cli|use)\b/.test(name));
  const tests = ["kit/models.ts"].map((name) => join(root, "packages/coppice/test", name));
  return [...library.sort().map((name) => join(src, name)), ...tests];
}

function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files)
    hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
