import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/lib/root.mjs";

const NEAREST = join(root, "scripts", "lib", "nearest.mjs");

/** Told once if those nearest to a file can only be guessed. */
let isTold = false;

/** The tests that `npm run check` runs after a change of a file; without that list, those of the same folder. */
export async function nearestTo(file) {
  if (!existsSync(NEAREST)) {
    if (!isTold)
      console.log("there is no scripts/lib/nearest.mjs: the tests of the same folder are the nearest");
    isTold = true;
    return testsBeside(file);
  }
  const { nearestTests } = await import(pathToFileURL(NEAREST).href);
  return await nearestTests([file]);
}

function testsBeside(file) {
  const folder = dirname(file);
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".test.ts"));
  return names.map((name) => `${folder}/${name}`);
}
