import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = `coppice-run-${process.pid}-`;

/** A folder for what several files share, or a hook makes, until the run ends; `folder()` belongs to one file or suite. */
export const runFolder = () => mkdtempSync(join(tmpdir(), PREFIX));

export function removeRunFolders(): void {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX)))
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
}
