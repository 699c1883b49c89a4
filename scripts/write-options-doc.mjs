import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { optionsDoc } from "./lib/optionsDoc.mjs";
import { root } from "./lib/root.mjs";

// The source itself, not what was built of it: the page must not lag behind.
const folder = mkdtempSync(join(tmpdir(), "coppice-options-"));
try {
  const outfile = join(folder, "learners.mjs");
  const entry = join(root, "packages/coppice/test/documentedLearners.ts");
  await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
    logLevel: "error",
  });
  const { documentedLearners } = await import(pathToFileURL(outfile).href);
  writeFileSync(join(root, "docs/options.md"), optionsDoc(documentedLearners));
  const count = documentedLearners.reduce((sum, { options }) => sum + options.length, 0);
  console.log(`docs/options.md: ${count} options of ${documentedLearners.length} learners`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
