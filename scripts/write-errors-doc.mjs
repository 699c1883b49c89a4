import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { errorsDoc } from "./lib/errorsDoc.mjs";
import { root } from "./lib/root.mjs";

// From the source, not from the build, so that the page is never outdated.
const source = readFileSync(join(root, "packages/coppice/src/base/errors.ts"), "utf8");
const { code } = transformSync(source, { loader: "ts", format: "esm" });
const { ERROR_CODES } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
writeFileSync(join(root, "docs/errors.md"), errorsDoc(ERROR_CODES));
console.log(`docs/errors.md: ${Object.keys(ERROR_CODES).length} codes`);
