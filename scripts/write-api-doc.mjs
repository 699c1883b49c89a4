import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiPages } from "./lib/apiPages.mjs";
import { build } from "./lib/build.mjs";
import { root } from "./lib/root.mjs";

await build();
mkdirSync(join(root, "docs/api"), { recursive: true });
for (const { path, text } of apiPages()) {
  writeFileSync(join(root, path), text);
  console.log(path);
}
