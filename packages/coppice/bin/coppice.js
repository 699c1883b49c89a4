#!/usr/bin/env node
// Committed, so that a plain `npm ci` links it before anything is built.
import { existsSync } from "node:fs";

const main = new URL("../dist/joined/main.js", import.meta.url);
if (!existsSync(main)) {
  process.stderr.write("NOT_BUILT: coppice has not been built yet; run: npm run build\n");
  process.exit(1);
}
await (await import(main.href)).main(process.argv);
