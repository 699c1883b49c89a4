import { readFileSync } from "node:fs";
import { transformSync } from "esbuild";

/** A source file as JavaScript with its map inside; the same text each time, so that offsets can be looked up later. */
export function translate(file) {
  return transformSync(readFileSync(file, "utf8"), {
    ...{ loader: "ts", format: "esm", target: "es2022", sourcefile: file },
    ...{ sourcemap: "inline", sourcesContent: false },
  }).code;
}
