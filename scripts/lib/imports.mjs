import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join, posix, relative, sep } from "node:path";
import { root } from "./root.mjs";

const require = createRequire(import.meta.url);
const SRC = "packages/coppice/src";

/** A file imports from its own folder and from folders of lower rank. */
export const RANKS = new Map(Object.entries(require("./ranks.json")));

/** The studio has ranks of its own; any of its folders may use its packages, and none may name Node's modules. */
export const STUDIO = {
  src: "packages/studio/src",
  ranks: new Map(Object.entries(require("./studioRanks.json"))),
};
/** It has no ranks: its folders are few. */
export const SQL_SRC = "packages/sql/src";
/** Textbook trees are models: the one edge between folders of equal rank. */
export const ALSO_ALLOWED = new Set(["synthetic → model"]);
/** Folders that may depend on the platform. */
export const PLATFORM_FOLDERS = new Set(["targets", "cli"]);
/** They load a user's learner from a module whose name is not known in advance, and a package that may be absent. */
const LOADS_BY_NAME = new Set([`${SRC}/targets/ownLearner.ts`, `${SRC}/targets/databases.ts`]);
/** The packages that the core may use: all run in a browser. */
export const CORE_PACKAGES = new Set(["hyparquet", "apache-arrow"]);

/** The source files without tests, as paths from the project's root with forward slashes. */
export function sourceFiles(src = SRC) {
  return readdirSync(join(root, src), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d)\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** Every edge of every file: {from, to}, `to` a source file's path or a package's or built-in's name. */
export function allEdges(files = sourceFiles()) {
  return files.flatMap((from) =>
    importsOf(readFileSync(join(root, from), "utf8"), from.endsWith("x")).map((specifier) => ({
      from,
      to: resolve(from, specifier),
    })),
  );
}

function resolve(from, specifier) {
  if (!specifier.startsWith(".")) return specifier;
  const path = posix.join(dirname(from), specifier).replace(/\.js$/, ".ts");
  return existsSync(join(root, `${path}x`)) ? `${path}x` : path;
}

/** Everything that a TypeScript module imports: values, types, re-exports, import() of both kinds. */
export function importsOf(text, tsx = false) {
  const { parseSync } = require("@swc/core");
  const found = new Set();
  const walk = (node) => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== "object" || node === null) return;
    const specifier = specifierOf(node);
    if (specifier !== undefined) found.add(specifier);
    Object.values(node).forEach(walk);
  };
  walk(parseSync(text, { syntax: "typescript", tsx, target: "es2022" }).body);
  return [...found];
}

function specifierOf(node) {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      return node.source?.value;
    case "TsImportType":
      return node.argument.value;
    case "TsExternalModuleReference":
      return node.expression.value;
    case "CallExpression":
      return node.callee.type === "Import" ? constantText(node.arguments[0].expression) : undefined;
    default:
      return undefined;
  }
}

const COMPUTED = "an import() of a computed name";

/** The text of a constant, or a name that no rule allows: imports must be known statically. */
function constantText(expression) {
  if (expression.type === "StringLiteral") return expression.value;
  if (expression.type === "TemplateLiteral" && expression.expressions.length === 0)
    return expression.quasis[0].cooked;
  return COMPUTED;
}

/** The edges that break a rule, one sentence each. `dependencies` are the packages that targets and cli may use. */
export function violations(edges, dependencies) {
  return edges.flatMap(({ from, to }) => {
    const why = to.startsWith(`${SRC}/`) ? localFault(from, to) : outsideFault(from, to, dependencies);
    return why === undefined ? [] : [`${from} imports ${to}: ${why}`];
  });
}

/** The same for the studio: `dependencies` are its packages. */
export function studioViolations(edges, dependencies) {
  return edges.flatMap(({ from, to }) => {
    const isLocal = to.startsWith(`${STUDIO.src}/`);
    const why = isLocal ? rankFault(from, to, STUDIO) : studioOutsideFault(to, dependencies);
    return why === undefined ? [] : [`${from} imports ${to}: ${why}`];
  });
}

/** Files that import each other in a circle, one sentence per circle. */
export function cyclesIn(edges) {
  const targets = new Map();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set();
  const found = [];
  const visit = (file, path) => {
    if (path.includes(file)) {
      found.push(`a cycle: ${[...path.slice(path.indexOf(file)), file].join(" → ")}`);
      return;
    }
    if (done.has(file)) return;
    for (const next of targets.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return found;
}

/** Imports of packages/sql that are neither its own files, nor among its packages, nor Node's modules. */
export function sqlViolations(edges, dependencies) {
  return edges.flatMap(({ from, to }) => {
    const isKnown = to.startsWith(`${SQL_SRC}/`) || isBuiltin(to) || dependencies.has(packageOf(to));
    return isKnown
      ? []
      : [`${from} imports ${to}: ${packageOf(to)} is not among the packages of packages/sql`];
  });
}

function studioOutsideFault(to, dependencies) {
  if (isBuiltin(to)) return "the studio runs in a browser";
  return dependencies.has(packageOf(to))
    ? undefined
    : `${packageOf(to)} is not among the packages of packages/studio`;
}

function localFault(from, to) {
  if (ALSO_ALLOWED.has(`${folderOf(from, SRC)} → ${folderOf(to, SRC)}`)) return undefined;
  return rankFault(from, to, { src: SRC, ranks: RANKS });
}

function rankFault(from, to, { src, ranks }) {
  const [here, there] = [folderOf(from, src), folderOf(to, src)];
  if (/\.test\.ts$/.test(to)) return "nothing imports a test";
  for (const folder of [here, there]) if (!ranks.has(folder)) return `the folder ${folder} has no rank`;
  if (here === there || ranks.get(there) < ranks.get(here)) return undefined;
  return `${here} (rank ${ranks.get(here)}) may not import ${there} (rank ${ranks.get(there)})`;
}

const packageOf = (specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

function outsideFault(from, to, dependencies) {
  if (to === COMPUTED && LOADS_BY_NAME.has(from)) return undefined;
  const here = folderOf(from, SRC);
  if (isBuiltin(to))
    return PLATFORM_FOLDERS.has(here) ? undefined : "only targets and cli may import Node's modules";
  const name = packageOf(to);
  if (!PLATFORM_FOLDERS.has(here)) {
    return CORE_PACKAGES.has(name) ? undefined : `the core may use only ${[...CORE_PACKAGES].join(", ")}`;
  }
  return dependencies.has(name) ? undefined : `${name} is not among the dependencies of packages/coppice`;
}

function folderOf(file, src) {
  return (
    file
      .slice(src.length + 1)
      .split("/")
      .slice(0, -1)[0] ?? "(none)"
  );
}
