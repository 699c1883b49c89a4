import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll } from "vitest";
import { NodeTeam } from "../src/targets/nodeTeam.js";

/** A thread's file bundled from its source, so that nothing must be built before a test; removed after the test. */
export async function bundledWorker(name: string): Promise<URL> {
  const folder = mkdtempSync(join(tmpdir(), "coppice-threads-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`../src/targets/${name}.ts`, import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
  });
  return pathToFileURL(outfile);
}

const teams = new Map<number, Promise<NodeTeam>>();
let worker: Promise<URL> | undefined;

/** A team of so many threads, all of them up; the same one within a test file. Call it in `beforeAll`. */
export function testTeam(threads: number): Promise<NodeTeam> {
  let found = teams.get(threads);
  if (found === undefined) {
    worker ??= bundledWorker("teamWorker");
    found = worker.then((url) => new NodeTeam({ threads, worker: url }).ready());
    teams.set(threads, found);
    afterAll(async () => {
      teams.delete(threads);
      await (await found)?.close();
    });
  }
  return found;
}
