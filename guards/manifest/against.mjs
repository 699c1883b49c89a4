/** The product of another commit, built in a folder of its own, and what differs from it. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { quietly } from "../../scripts/lib/steps.mjs";
import { compare } from "./compare.mjs";
import { firstDifference } from "./difference.mjs";
import { written } from "./manifest.mjs";
import { parseLines, recordedPath } from "./records.mjs";
import { outcomesOf } from "./workers.mjs";

const git = (root, ...args) =>
  execFileSync("git", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    stdio: ["ignore", "pipe", "pipe"],
  });

/** What a commit has recorded, by case; empty if it has no manifest. */
export function recordedAt(root, commit, part) {
  try {
    return parseLines(git(root, "show", `${commit}:${recordedPath(part)}`));
  } catch {
    return new Map();
  }
}

/** Calls `use` with the folder of a commit whose packages are built; the folder is removed afterwards. */
export async function withCommit(root, commit, use) {
  const folder = mkdtempSync(join(tmpdir(), "coppice-against-"));
  const tree = join(folder, "tree");
  git(root, "worktree", "add", "--detach", "--force", tree, commit);
  try {
    linkModules(root, tree);
    copyKernels(root, tree);
    await buildIn(tree);
    return await use(tree);
  } finally {
    git(root, "worktree", "remove", "--force", tree);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installed packages are those of this folder; the project's own are the commit's. */
function linkModules(root, tree) {
  for (const place of ["node_modules", ...packagesOf(tree).map((name) => `packages/${name}/node_modules`)]) {
    if (!existsSync(join(root, place))) continue;
    mkdirSync(join(tree, place), { recursive: true });
    for (const name of readdirSync(join(root, place)))
      if (!OWN.includes(name)) symlinkSync(join(root, place, name), join(tree, place, name));
  }
  for (const [i, name] of OWN.entries())
    symlinkSync(join(tree, "packages", packagesOwn[i]), join(tree, "node_modules", name));
}

const OWN = ["coppice", "coppice-sql", "coppice-studio"];
const packagesOwn = ["coppice", "sql", "studio"];
const packagesOf = (tree) => readdirSync(join(tree, "packages"));

/** Each says which source it was made from: of kernels that are the same in both, compiling again would take minutes. */
function copyKernels(root, tree) {
  const generated = "packages/coppice/src/kernels/generated";
  if (existsSync(join(root, generated)))
    cpSync(join(root, generated), join(tree, generated), { recursive: true });
}

async function buildIn(tree) {
  const build = pathToFileURL(join(tree, "scripts/lib/build.mjs")).href;
  const script = `const { build } = await import(${JSON.stringify(build)}); await build();`;
  const { code, output } = await quietly([process.execPath, "--input-type=module", "-e", script], {
    cwd: tree,
  });
  if (code !== 0) throw new Error(`the commit cannot be built:\n${output}`);
}

/**
 * What differs from a commit, by case: `{ key, difference }`. `results` are those of `checkManifest` here. Cases of which the
 * commit has recorded the same are not run again; of a commit without a manifest all are.
 */
export async function differencesFrom(root, commit, results, onDone) {
  return withCommit(root, commit, async (tree) => {
    const differences = [];
    for (const { part, found, isComplete } of results) {
      const keys = await changedKeys(root, tree, commit, { part, found, onDone });
      differences.push(...(await firstDifferences([tree, root], part, keys, onDone)));
      if (isComplete) differences.push(...goneFrom(recordedAt(root, commit, part), found));
    }
    return differences;
  });
}

async function changedKeys(root, tree, commit, { part, found, onDone }) {
  let before = recordedAt(root, commit, part);
  if (before.size === 0)
    before = written(await outcomesOf(tree, part, [...found.keys()], { onDone: report }));
  return compare(before, found, false).map(({ key }) => key);
  function report(outcome, done) {
    onDone?.(`${part} of ${commit}`, done, found.size, outcome);
  }
}

const goneFrom = (before, found) =>
  Array.from(before.keys())
    .filter((key) => !found.has(key))
    .map((key) => ({ key, difference: "there is no such case any more" }));

/** By case, where the outcomes of two folders begin to differ; cases that are equal in both are left out. */
async function firstDifferences(roots, part, keys, onDone) {
  const outcomes = [];
  for (const root of roots) {
    const report = (outcome, done) => onDone?.(`details of ${part}`, done, keys.length, outcome);
    outcomes.push(await outcomesOf(root, part, keys, { detail: true, onDone: report }));
  }
  return keys.flatMap((key) => {
    const [was, is] = outcomes.map((one) => one.get(key));
    const difference = firstDifference(was.detail, is.detail) ?? wayDifference(was.texts[1], is.texts[1]);
    return difference === undefined ? [] : [{ key, difference }];
  });
}

const wayDifference = (was, is) =>
  was === is ? undefined : `the same result by another way: ${was || "no kernel"} → ${is || "no kernel"}`;
