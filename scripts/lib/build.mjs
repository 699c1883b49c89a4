import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundleCommand } from "./command.mjs";
import { JOINED, joinEntries } from "./join.mjs";
import { buildKernels } from "./kernels.mjs";
import { buildPageScript } from "./pageScript.mjs";
import { commandOf, root } from "./root.mjs";
import { step } from "./steps.mjs";
import { buildStudio } from "./studio.mjs";

/** The packages to compile, each after those it depends on. */
const PACKAGES = ["coppice"];

export async function build() {
  await buildKernels();
  await buildPageScript();
  for (const name of PACKAGES) {
    const folder = join(root, "packages", name);
    await step(`build packages/${name}`, [...commandOf("typescript", "tsc"), "-p", folder]);
    dropStale(join(folder, "src"), join(folder, "dist"));
    await joinEntries(join(folder, "dist"));
    await bundleCommand(join(folder, "dist"));
  }
  await buildStudio();
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
