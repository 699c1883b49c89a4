import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { KERNELS, kernelFiles } from "./kernelFiles.mjs";

/**
 * Node's entry points: the entries in package.json and the worker files (the command is in command.mjs). Bundled with what they import they
 * are some dozens of files instead of some hundreds, which start in a third of the time. Code that several entries share is
 * in one file, and is loaded once, whichever of them a program imports.
 */
export const ENTRIES = {
  inNode: "targets/inNode",
  node: "targets/node",
  evaluateInNode: "targets/evaluateInNode",
  rules: "targets/rules",
  draw: "targets/draw",
  foil: "targets/foil",
  edit: "targets/edit",
  stream: "targets/stream",
  engine: "targets/engine",
  predict: "targets/predict",
  synthetic: "synthetic/index",
  testing: "testing/index",
  fitWorker: "targets/fitWorker",
  foldWorker: "targets/foldWorker",
  treeWorker: "targets/treeWorker",
};

/** A thread of a team runs little code: one script starts in three quarters of the time that a module takes. */
const SCRIPTS = { teamWorker: "targets/teamWorker" };

/** Files of the command, in the same folder. */
const OTHERS = new Set(["command.cjs", "command-licences.txt", KERNELS]);

/** Within `dist`. All files are in one folder, so that worker files are found next to the file that starts them. */
export const JOINED = "joined";

export async function joinEntries(dist) {
  // Imported here: this file is loaded before its dependencies are installed.
  const { build } = await import("esbuild");
  const outdir = join(dist, JOINED);
  const pathsOf = (entries) =>
    Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(dist, `${path}.js`)]));
  const common = {
    ...{ outdir, bundle: true, platform: "node", target: "node20" },
    ...{ packages: "external", metafile: true, logLevel: "error" },
  };
  rmSync(join(outdir, KERNELS), { recursive: true, force: true });
  const results = await Promise.all([
    build({
      ...{ ...common, entryPoints: pathsOf(ENTRIES), chunkNames: "chunk-[hash]" },
      ...{ splitting: true, format: "esm" },
    }),
    build({
      ...{ ...common, entryPoints: pathsOf(SCRIPTS), format: "cjs" },
      ...{ outExtension: { ".js": ".cjs" }, minify: true, plugins: [kernelFiles(outdir)] },
    }),
  ]);
  const outputs = results.flatMap(({ metafile }) => Object.keys(metafile.outputs));
  const made = new Set(outputs.map((path) => basename(path)));
  for (const file of readdirSync(outdir))
    if (!made.has(file) && !OTHERS.has(file)) rmSync(join(outdir, file));
}
