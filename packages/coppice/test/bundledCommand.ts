import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import type { Folder } from "./kit/folder.js";

/**
 * What a bundle of the command needs for packages that call `require`. The name is one that no module of ours imports:
 * a bundle has one scope, and its builder does not see what a banner declares.
 */
const REQUIRE_BANNER =
  'import { createRequire as requireForBundle } from "node:module"; const require = requireForBundle(import.meta.url);';

const source = (path: string) => fileURLToPath(new URL(`../src/${path}.ts`, import.meta.url));

interface Bundling {
  readonly plugins?: Plugin[];
  /** Files of threads, which are put beside the command. */
  readonly workers?: readonly string[];
}

/** The command as a script in a folder, bundled from its source, so that nothing must be built before a test. */
export async function bundledCommand(
  { at, put }: Folder,
  name = "coppice",
  { plugins = [], workers = [] }: Bundling = {},
): Promise<string> {
  // The command reads its version two folders above itself.
  put("package.json", '{"version": "9.8.7", "type": "module"}');
  const files = workers.map((worker) => [worker, source(`targets/${worker}`)]);
  await build({
    entryPoints: Object.fromEntries([[`${name}-main`, source("cli/main")], ...files]),
    ...{ bundle: true, platform: "node", format: "esm", outdir: at("dist/cli"), logLevel: "error" },
    // What the command and its threads have in common is bundled once.
    splitting: workers.length > 0,
    banner: { js: REQUIRE_BANNER },
    plugins,
  });
  const text = `import { main } from "./${name}-main.js";\nawait main(process.argv);\n`;
  return put(`dist/cli/${name}.js`, text);
}

/** A change of a source file while it is bundled. */
export function changed(file: RegExp, change: (text: string) => string): Plugin {
  return {
    name: String(file),
    setup(builder) {
      builder.onLoad({ filter: file }, ({ path }) => ({
        contents: change(readFileSync(path, "utf8")),
        loader: "ts",
      }));
    },
  };
}
