// Builds of the library that two commits make, side by side in one process.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../../scripts/lib/root.mjs";

const GENERATED = join("packages", "coppice", "src", "kernels", "generated");
/** Boosting from blocks on disk is in no entry; a commit without this file measures the rest. */
const BLOCKS = "disk/boost/blockData";
const ENTRIES = ["engine", "node", BLOCKS, "teamWorker"];
/** The kernels that are not for learning, predicting or reading. */
const TESTS_ONLY = new Set(["selfTest"]);

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();

/** Calls `work` with the root of a scratch worktree of a commit, with its kernels compiled; removes it afterwards. */
export async function withTreeOf(commit, work) {
  const sha = git("rev-parse", "--verify", `${commit}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), "coppice-kernels-"));
  const tree = join(folder, "tree");
  try {
    git("worktree", "add", "--detach", tree, sha);
    symlinkSync(join(root, "node_modules"), join(tree, "node_modules"), "junction");
    const own = join("packages", "coppice", "node_modules");
    symlinkSync(join(root, own), join(tree, own), "junction");
    // Kernels whose source is the same need not be compiled again.
    cpSync(join(root, GENERATED), join(tree, GENERATED), { recursive: true });
    await compileKernels(tree);
    return await work(tree);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    git("worktree", "prune");
  }
}

/** By the scripts of that tree. */
export async function compileKernels(tree) {
  const { buildKernels } = await import(pathToFileURL(join(tree, "scripts", "lib", "kernels.mjs")).href);
  await buildKernels();
}

/** The sha256 of the bytes of each compiled kernel, by its name. */
export function kernelHashes(tree) {
  const folder = join(tree, GENERATED);
  return new Map(
    readdirSync(folder)
      .sort()
      .map((file) => {
        const [, hex] = /hex: "([0-9a-f]+)"/.exec(readFileSync(join(folder, file), "utf8"));
        return [basename(file, ".ts"), createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex")];
      }),
  );
}

/** The kernels that measurements must reach. */
export function kernelNames(tree) {
  return [...kernelHashes(tree).keys()].filter((name) => !TESTS_ONLY.has(name));
}

/** What a tree's entries export, with `used`: the names of the kernels that have been asked for since it was cleared. */
export async function loadBuild(tree, name, folder) {
  const used = new Set();
  const slot = `coppice kernels used by ${name}`;
  globalThis[Symbol.for(slot)] = used;
  const outdir = join(folder, name);
  const sourceOf = (entry) => join(tree, "packages", "coppice", "src", "targets", `${entry}.ts`);
  const entries = ENTRIES.filter((entry) => existsSync(sourceOf(entry)));
  await build({
    entryPoints: Object.fromEntries(entries.map((entry) => [basename(entry), sourceOf(entry)])),
    ...{ outdir, bundle: true, splitting: true, format: "esm", platform: "node", target: "node20" },
    ...{ logLevel: "error", plugins: [recordNames(slot)] },
  });
  writeFileSync(join(outdir, "package.json"), '{"type": "module"}');
  const urlOf = (entry) => pathToFileURL(join(outdir, `${basename(entry)}.js`));
  const lib = { worker: urlOf("teamWorker"), used };
  for (const entry of entries)
    if (entry !== "teamWorker") Object.assign(lib, await import(urlOf(entry).href));
  return lib;
}

/** Teams look kernels up by their names, on the owner's thread. */
function recordNames(slot) {
  return {
    name: "record-names",
    setup({ onLoad }) {
      onLoad({ filter: /kernels[\\/]generated[\\/]\w+\.ts$/ }, ({ path }) => {
        const name = JSON.stringify(basename(path, ".ts"));
        const used = `globalThis[Symbol.for(${JSON.stringify(slot)})]`;
        const getter = `get name() { ${used}?.add(${name}); return ${name}; }`;
        return { loader: "ts", contents: readFileSync(path, "utf8").replace(`name: ${name}`, getter) };
      });
    },
  };
}
