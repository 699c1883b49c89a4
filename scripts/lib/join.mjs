import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * What Node starts from: the entries that package.json names, the command, and the files of threads. Joined with what
 * they import they are some dozens of files and not some hundreds, which start in a third of the time. What several
 * entries share stands in one file, and is there once, whichever of them a program imports.
 */
const ENTRIES = {
  inNode: "targets/inNode",
  node: "targets/node",
  predict: "targets/predict",
  evaluateInNode: "targets/evaluateInNode",
  rules: "targets/rules",
  draw: "targets/draw",
  foil: "targets/foil",
  engine: "targets/engine",
  synthetic: "synthetic/index",
  main: "cli/main",
  teamWorker: "targets/teamWorker",
  fitWorker: "targets/fitWorker",
  foldWorker: "targets/foldWorker",
  treeWorker: "targets/treeWorker",
};

/** Within `dist`. All files stand side by side, so that those of threads are found beside whatever starts them. */
export const JOINED = "joined";

export async function joinEntries(dist) {
  // Not above: this file is read before what it needs is installed.
  const { build } = await import("esbuild");
  const outdir = join(dist, JOINED);
  const entryPoints = Object.fromEntries(
    Object.entries(ENTRIES).map(([name, path]) => [name, join(dist, `${path}.js`)]),
  );
  const { metafile } = await build({
    ...{ entryPoints, outdir, chunkNames: "chunk-[hash]" },
    ...{ bundle: true, splitting: true, format: "esm", platform: "node", target: "node20" },
    ...{ packages: "external", sourcemap: true, sourcesContent: false, metafile: true, logLevel: "error" },
  });
  const made = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
  for (const file of readdirSync(outdir)) if (!made.has(file)) rmSync(join(outdir, file));
}
