import { join } from "node:path";
import { apiDoc } from "./apiDoc.mjs";
import { root } from "./root.mjs";

const dist = join(root, "packages/coppice/dist");
const main = join(dist, "targets/browser.d.ts");

/** The entries of the package, each with its declarations and what it is for. */
const ENTRIES = [
  ["coppice", "targets/browser", "Make tables, learn models, predict, explain, and save and load models."],
  ["predict", "targets/predict", "Load a model and predict with it, in under 20 kB (minified and gzipped)."],
  [
    "evaluate",
    "targets/evaluate",
    "Cross-validate and compare learners, and compute metrics, curves and intervals.",
  ],
  ["rules", "targets/rules", "Read, simplify, prune, parse and print rules."],
  ["draw", "targets/draw", "Draw models and plots as text, SVG, Graphviz or HTML."],
  ["edit", "targets/edit", "Change trees by hand, and replay the changes."],
  ["worker", "targets/worker", "Run the library in a worker of its own, in a page."],
  ["foil", "targets/foil", "Learn and apply first-order rules from relations."],
  ["stream", "targets/stream", "Learn from rows that keep coming."],
  ["engine", "targets/engine", "Write learners, criteria and engines of your own."],
  ["synthetic", "synthetic/index", "Generate artificial problems, and load textbook tables."],
  ["testing", "testing/index", "Test learners, criteria, engines and sources of your own."],
  [
    "node",
    "targets/node",
    "Everything in [`coppice`](coppice.md), plus files and worker threads. This page lists only what it adds or changes.",
  ],
];

/** The pages of docs/api: `{path, text}`, from what was built. */
export function apiPages() {
  return ENTRIES.map(([name, declarations, what]) => {
    const entry = name === "coppice" ? name : `coppice/${name}`;
    const file = join(dist, `${declarations}.d.ts`);
    const intro = `${what} \`import { … } from "${entry}";\``;
    return {
      path: `docs/api/${name}.md`,
      text: apiDoc({ entry, file, intro, ...(name === "node" && { besides: main }) }),
    };
  });
}
