import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/root.mjs";
import { SUITES, withSuites } from "./lib/suites.mjs";

const file = join(root, "CONTRIBUTING.md");
writeFileSync(file, withSuites(readFileSync(file, "utf8")));
console.log(`CONTRIBUTING.md: ${SUITES.length} kinds of change`);
