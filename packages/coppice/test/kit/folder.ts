import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterFile } from "./afterFile.js";

/** A temporary folder of a test file. */
export interface Folder {
  readonly path: string;
  /** The path of what has this name in the folder, whether it exists or not. */
  at(...names: readonly string[]): string;
  /** Writes a file, in folders that are made, and returns its path. */
  put(name: string, content: string | Uint8Array): string;
  text(name: string): string;
  json(name: string): unknown;
  has(name: string): boolean;
}

/** A folder that is made when it is first used, and removed after the last test of the file. */
export function folder(): Folder {
  let made: string | undefined;
  // A suite that is skipped runs no hook, so it must not make a folder either.
  const path = () => {
    if (made !== undefined) return made;
    const own = mkdtempSync(join(tmpdir(), "coppice-test-"));
    afterFile(() => rmSync(own, { recursive: true, force: true }));
    made = own;
    return own;
  };
  const at = (...names: readonly string[]) => join(path(), ...names);
  const text = (name: string) => readFileSync(at(name), "utf8");
  return {
    get path() {
      return path();
    },
    at,
    put(name, content) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
      return at(name);
    },
    text,
    json: (name) => JSON.parse(text(name)),
    has: (name) => existsSync(at(name)),
  };
}
