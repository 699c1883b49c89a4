#!/usr/bin/env node
// Committed, so that a plain `npm ci` links it before anything is built. CommonJS, which Node starts faster than a module.
const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { compiled } = require("./codeCache.js");

const file = join(__dirname, "../dist/joined/command.cjs");
if (!existsSync(file)) {
  process.stderr.write("NOT_BUILT: coppice has not been built yet; run: npm run build\n");
  process.exit(1);
}
// Each verb has a cache of its own: it holds the functions that the verb has called.
const { exports: command, save } = compiled(file, process.argv[2] ?? "");
command.main(process.argv).then(() => {
  if (process.exitCode === 0) save();
  // All is written: freeing the memory of a large table takes time, and the system does it anyway.
  process.exit();
});
