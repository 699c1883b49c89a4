import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { translate } from "./translate.mjs";

/** Loader hooks: Node runs the sources, each translated by itself, so that the names of files and functions are theirs. */

export async function resolve(specifier, context, next) {
  if (specifier.startsWith(".") && specifier.endsWith(".js") && context.parentURL?.endsWith(".ts")) {
    const source = new URL(specifier.replace(/\.js$/, ".ts"), context.parentURL);
    if (existsSync(source)) return { url: source.href, format: "module", shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  return { format: "module", source: translate(fileURLToPath(url)), shortCircuit: true };
}
