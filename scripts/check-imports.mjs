import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  allEdges,
  cyclesIn,
  SQL_SRC,
  STUDIO,
  sourceFiles,
  sqlViolations,
  studioViolations,
  violations,
} from "./lib/imports.mjs";
import { commandOf, root } from "./lib/root.mjs";
import { quietly } from "./lib/steps.mjs";

const files = sourceFiles();
const edges = allEdges(files);
const studioFiles = sourceFiles(STUDIO.src);
const studioEdges = allEdges(studioFiles);
const sqlFiles = sourceFiles(SQL_SRC);
const sqlEdges = allEdges(sqlFiles);
const manifestOf = (name) => JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), "utf8"));
const packages = new Set(Object.keys(manifestOf("coppice").dependencies));
const studioPackages = new Set(Object.keys(manifestOf("studio").devDependencies));

const faults = [
  ...violations(edges, packages),
  ...studioViolations(studioEdges, studioPackages),
  ...cruiseFaults(await cruise()),
  ...sqlViolations(sqlEdges, new Set(Object.keys(manifestOf("sql").dependencies))),
  // dependency-cruiser's parser does not read TSX: the studio's cycles are found here.
  ...cyclesIn(studioEdges),
  ...cyclesIn(sqlEdges),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(
    `${faults.length} invalid import${faults.length === 1 ? "" : "s"}; CONTRIBUTING.md lists the ranks`,
  );
  process.exitCode = 1;
} else {
  const count = files.length + studioFiles.length + sqlFiles.length;
  const imports = edges.length + studioEdges.length + sqlEdges.length;
  console.log(`${count} files, ${imports} imports, all to lower ranks`);
}

async function cruise() {
  const command = [...commandOf("dependency-cruiser", "depcruise"), "--config", ".dependency-cruiser.cjs"];
  const { stdout, output } = await quietly([...command, "--output-type", "json", "packages/coppice/src"]);
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`dependency-cruiser did not run:\n${output}`);
  }
}

/** Its own findings, and what it did not read: a run that reads too few files would find nothing. */
function cruiseFaults({ modules, summary }) {
  const cruised = new Set(modules.map((module) => module.source));
  const unseen = files.filter((file) => !cruised.has(file));
  const known = new Set(edges.map(({ from, to }) => `${from} → ${to}`));
  const unknown = modules
    .filter((module) => files.includes(module.source))
    .flatMap((module) => module.dependencies.map((edge) => ({ from: module.source, edge })))
    .filter(
      ({ from, edge }) =>
        edge.module.startsWith(".") && !edge.couldNotResolve && !known.has(`${from} → ${edge.resolved}`),
    );
  return [
    ...(files.length === 0 ? ["no source file was found"] : []),
    ...unseen.map((file) => `${file} was not read by dependency-cruiser`),
    ...unknown.map(({ from, edge }) => `${from} imports ${edge.resolved}, which our own parser missed`),
    ...summary.violations.map(({ rule, from, to, cycle }) =>
      cycle?.length
        ? `${rule.name}: ${[from, ...cycle.map((part) => part.name)].join(" → ")}`
        : `${rule.name}: ${from} imports ${to}`,
    ),
  ];
}
