import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { NodeTeam } from "../src/targets/nodeTeam.js";
import { runFolder } from "./kit/runFolder.js";

/** A folder with worker files bundled from source, so that nothing must be built before a test. */
export async function bundledWorkers(...names: string[]): Promise<URL> {
  const source = (name: string) => fileURLToPath(new URL(`../src/targets/${name}.ts`, import.meta.url));
  // What the workers have in common is bundled once.
  return bundled({ entryPoints: names.map(source), splitting: names.length > 1 });
}

/** A folder with modules for Node, each a single file. */
export async function bundled(options: BuildOptions): Promise<URL> {
  const root = runFolder();
  writeFileSync(join(root, "package.json"), '{"type": "module"}');
  await build({
    ...{ bundle: true, platform: "node", format: "esm", outdir: root, logLevel: "error" },
    ...options,
  });
  return pathToFileURL(`${root}/`);
}

const teams = new Map<number, Promise<NodeTeam>>();
let worker: Promise<URL> | undefined;

/** A team with a number of threads, all ready; shared by the files of a worker, with which its threads end. */
export function testTeam(threads: number): Promise<NodeTeam> {
  let found = teams.get(threads);
  if (found === undefined) {
    worker ??= bundledWorkers("teamWorker").then((folder) => new URL("teamWorker.js", folder));
    found = worker.then((url) => new NodeTeam({ threads, worker: url }).ready());
    teams.set(threads, found);
  }
  return found;
}
