import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { bundleCommand } from "./command.mjs";
import { JOINED, joinEntries } from "./join.mjs";
import { buildKernels } from "./kernels.mjs";
import { buildPageScript } from "./pageScript.mjs";
import { commandOf, root } from "./root.mjs";
import { step } from "./steps.mjs";
import { buildStudio } from "./studio.mjs";

const CORE = join(root, "packages", "coppice");
/** Packages that are compiled and no more, after the core, on which they depend. */
const PLAIN = ["sql"];

export async function build() {
  await buildKernels();
  await buildPageScript();
  await compile(CORE);
  await joinEntries(join(CORE, "dist"));
  await bundleCommand(join(CORE, "dist"));
  for (const name of PLAIN) await compile(join(root, "packages", name));
  await buildStudio();
}

async function compile(folder) {
  await step(`build packages/${basename(folder)}`, [...commandOf("typescript", "tsc"), "-p", folder]);
  dropStale(join(folder, "src"), join(folder, "dist"));
}

/**
 * Removes compiled files whose source no longer exists or is a test. Runs after the compiler, not before: a command that
 * runs meanwhile never finds the folder empty.
 */
export function dropStale(src, dist) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    if (entry.parentPath === join(dist, JOINED)) continue;
    const file = join(entry.parentPath, entry.name);
    const stem = /^(.*?)(\.d\.ts|\.js|\.js\.map|\.d\.ts\.map)$/.exec(file.slice(dist.length))?.[1];
    if (stem === undefined) continue;
    // Maps were made once; they are not packed, so nothing must refer to them.
    if (file.endsWith(".map") || stem.endsWith(".test") || !existsSync(`${join(src, stem)}.ts`)) rmSync(file);
  }
}
