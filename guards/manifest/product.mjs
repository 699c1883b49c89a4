/** The built product of a folder: of this one, or of another commit's. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const load = (file) => import(pathToFileURL(file).href);

/**
 * By its public entries, so that what is inside may move. The naive engine is in none of them: where it is not found, its fits
 * are recorded as refused.
 */
export async function loadProduct(root) {
  const core = join(root, "packages/coppice");
  const { exports } = JSON.parse(readFileSync(join(core, "package.json"), "utf8"));
  const inNode = (name) => load(join(core, exports[name].node ?? exports[name].default));
  const node = await inNode("./node");
  const engine = await inNode("./engine");
  return {
    root,
    node,
    engine,
    page: () => load(join(core, exports["."].default)),
    naive: () => naiveOf(core),
    sql: () => load(join(root, "packages/sql/dist/index.js")),
    kernels: join(core, "dist/joined/kernels"),
    command: join(core, "dist/joined/command.cjs"),
  };
}

async function naiveOf(core) {
  const files = ["dist/engine/naive/engine.js", "dist/engine/memory/data.js"].map((file) => join(core, file));
  if (!files.every(existsSync))
    throw new Error("the naive engine has moved: tell guards/manifest/product.mjs");
  const [{ NaiveEngine }, { partOfProblem }] = await Promise.all(files.map(load));
  return { NaiveEngine, partOfProblem };
}
