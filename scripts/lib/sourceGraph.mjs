import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { ENTRIES } from "./join.mjs";
import { root } from "./root.mjs";
import { quietly } from "./steps.mjs";

const CORE = "packages/coppice/src";

/** The files that git knows or would add, as paths from the project's root. */
export async function projectFiles() {
  const { code, stdout, output } = await quietly([
    ...["git", "ls-files", "--cached", "--others", "--exclude-standard"],
    ...["packages", "kernels", "scripts", "guards"],
  ]);
  if (code !== 0) throw new Error(`git ls-files failed:\n${output}`);
  return stdout.split("\n").filter((path) => path !== "" && existsSync(join(root, path)));
}

export const isTest = (path) => path.endsWith(".test.ts");
const isSource = (path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.d\.m?ts$/.test(path);

/**
 * Who imports whom among the project's files: `uses` and `usedBy`, maps from a path to paths; `packages`, the packages that
 * each imports; `built`, the files that need what `npm run build` writes, such as those that import it by name.
 */
export async function sourceGraph(files = undefined) {
  const paths = (files ?? (await projectFiles())).filter(isSource);
  const known = new Set(paths);
  const uses = new Map();
  const usedBy = new Map(paths.map((path) => [path, []]));
  const packages = new Map();
  const built = new Set();
  for (const from of paths) {
    const targets = new Set();
    const text = readFileSync(join(root, from), "utf8");
    if (runsBuild(from, text)) built.add(from);
    const specifiers = specifiersIn(text);
    packages.set(from, new Set(specifiers.filter((specifier) => !specifier.startsWith("."))));
    for (const specifier of specifiers) {
      if (isPackageOfProject(specifier)) built.add(from);
      const to = resolve(from, specifier, known);
      if (to !== undefined && to !== from) targets.add(to);
    }
    uses.set(from, [...targets]);
    for (const to of targets) usedBy.get(to).push(from);
  }
  return { uses, usedBy, packages, built };
}

/** A superset of what is imported: text that looks like an import in a string or a comment counts as well. */
function specifiersIn(text) {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"\n]+)"/g)].map(([, specifier]) => specifier);
}

/** Tests and scripts that start the command, or read the files that the build writes. */
function runsBuild(path, text) {
  const isOutside = /^scripts\/|\/test\/|\.test\.ts$/.test(path);
  return isOutside && /bin\/coppice|"dist\b|\/dist\/|import \{[^}]*\bcoppice\b[^}]*\} from/.test(text);
}

const isPackageOfProject = (specifier) => /^coppice(-sql)?(\/|$)/.test(specifier);

function resolve(from, specifier, known) {
  if (specifier.startsWith(".")) return localFile(posix.join(dirname(from), specifier), known);
  if (!isPackageOfProject(specifier)) return undefined;
  const entry = specifier.split("/")[1] ?? "node";
  return localFile(`${CORE}/${ENTRIES[entry] ?? `targets/${entry}`}`, known);
}

function localFile(path, known) {
  const kernel = /kernels\/generated\/(\w+)\.js$/.exec(path);
  if (kernel) return localFile(`kernels/assembly/${kernel[1]}/index`, known);
  const stem = path.replace(/\.js$/, "");
  return [path, `${stem}.ts`, `${stem}.tsx`].find((candidate) => known.has(candidate));
}

/** The files that can be reached from `starts`, with the number of edges on the shortest way, at most `most`. */
export function distancesFrom(starts, edges, most = Number.POSITIVE_INFINITY) {
  const distances = new Map(starts.map((path) => [path, 0]));
  let border = starts;
  for (let distance = 1; border.length > 0 && distance <= most; distance++) {
    const next = [];
    for (const to of border.flatMap((path) => edges.get(path) ?? [])) {
      if (distances.has(to)) continue;
      distances.set(to, distance);
      next.push(to);
    }
    border = next;
  }
  return distances;
}
