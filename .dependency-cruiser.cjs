/**
 * Import direction, as far as dependency-cruiser sees it; scripts/check-imports.mjs runs it, checks that it saw every
 * file, and repeats the rules over the imports that exist only for the compiler.
 * The parser is swc: TypeScript 7 offers no API to dependency-cruiser, which would read nothing and find no fault.
 */
const ranks = require("./scripts/lib/ranks.json");

const src = "^packages/coppice/src";
const anyOf = (folders) => `${src}/(${folders.join("|")})/`;
const folders = Object.keys(ranks);
const core = folders.filter((folder) => folder !== "targets" && folder !== "cli");

const direction = folders.map((folder) => {
  const barred = folders.filter(
    (other) =>
      other !== folder &&
      ranks[other] >= ranks[folder] &&
      // Textbook trees are models.
      !(folder === "synthetic" && other === "model"),
  );
  return {
    name: `direction-${folder}`,
    severity: "error",
    from: { path: anyOf([folder]) },
    to: { path: anyOf(barred) },
  };
});

module.exports = {
  forbidden: [
    ...direction.filter((rule) => rule.to.path !== anyOf([])),
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    { name: "ranked-folders-only", severity: "error", from: { path: src, pathNot: anyOf(folders) }, to: {} },
    {
      name: "core-knows-no-platform",
      comment: "only targets and cli may name Node's modules",
      severity: "error",
      from: { path: anyOf(core) },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "core-packages",
      comment: "the core may use only packages that run in a browser",
      severity: "error",
      from: { path: anyOf(core) },
      to: { path: "node_modules/", pathNot: "node_modules/(zod|hyparquet|apache-arrow)/" },
    },
  ],
  options: {
    parser: "swc",
    exclude: { path: "\\.test\\.ts$" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "default"] },
  },
};
