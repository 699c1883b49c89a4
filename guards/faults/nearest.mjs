import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/lib/root.mjs";

const NEAREST = join(root, "scripts", "lib", "nearest.mjs");

/** The tests that `npm run check` runs after a change of a file; without that list, those of the same folder. */
export async function nearestTo(file) {
  if (!existsSync(NEAREST)) return testsBeside(file);
  const { nearestTests } = await import(pathToFileURL(NEAREST).href);
  return await nearestTests([file]);
}

function testsBeside(file) {
  const folder = dirname(file);
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".test.ts"));
  return names.map((name) => `${folder}/${name}`);
}
