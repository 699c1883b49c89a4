import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const ENTRY = join(root, "packages", "coppice", "page", "index.ts");
const GENERATED = join(root, "packages", "coppice", "src", "use", "draw", "generated");

/** Bundles the script of reports into a module that holds it as text, with the hash that a page's policy allows. */
export async function buildPageScript() {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    charset: "utf8",
    write: false,
    logLevel: "silent",
  });
  const script = outputFiles[0].text.trim();
  // Either would end the element that holds the script, or change how it is read.
  if (/<\/script|<!--/i.test(script)) throw new Error("the script of reports holds a mark that ends scripts");
  const hash = createHash("sha256").update(script).digest("base64");
  const text = [
    "// Made by scripts/lib/pageScript.mjs from packages/coppice/page; not kept in version control.",
    `export const PAGE_SCRIPT = ${JSON.stringify(script)};`,
    `export const PAGE_SCRIPT_HASH = "sha256-${hash}";`,
    "",
  ].join("\n");
  mkdirSync(GENERATED, { recursive: true });
  const file = join(GENERATED, "pageScript.ts");
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}
