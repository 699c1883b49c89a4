import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { JOINED } from "./join.mjs";
import { kernelFiles } from "./kernelFiles.mjs";

/** Few need it, and it is large: loaded when a table is in its format. */
const EXTERNAL = ["apache-arrow"];

/**
 * The command as one script with its packages: one file is opened instead of dozens, and V8's code cache, which in Node 20
 * exists for scripts only, covers all of it. It is next to the worker files, where `import.meta.url` makes them be found.
 */
export async function bundleCommand(dist) {
  // Imported here: this file is loaded before its dependencies are installed.
  const { build } = await import("esbuild");
  const outfile = join(dist, JOINED, "command.cjs");
  const { metafile, outputFiles } = await build({
    ...{ entryPoints: [join(dist, "cli/main.js")], outfile, write: false, metafile: true },
    ...{ bundle: true, format: "cjs", platform: "node", target: "node20", external: EXTERNAL },
    // Names stay, so that the trace of a fault can be read.
    ...{ minifyWhitespace: true, minifySyntax: true, legalComments: "none", logLevel: "error" },
    // A script that comes from the code cache cannot import.
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "commandUrl" },
    banner: { js: '"use strict";const commandUrl=require("node:url").pathToFileURL(__filename).href;' },
    plugins: [kernelFiles(join(dist, JOINED)), lateChildProcess],
  });
  const text = asciiOf(outputFiles[0].text);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 32);
  writeFileSync(outfile, `/*${hash}*/\n${text}`);
  writeFileSync(join(dist, JOINED, "command-licences.txt"), licencesOf(Object.keys(metafile.inputs)));
}

/** Commander starts programs only for commands that are programs, and ours are not: loading this takes 5 ms. */
const lateChildProcess = {
  name: "late-child-process",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?child_process$/ }, ({ pluginData }) =>
      pluginData === "late" ? undefined : { path: "child_process", namespace: "late" },
    );
    onLoad({ filter: /.*/, namespace: "late" }, () => ({
      contents: 'exports.spawn = (...args) => require("node:child_process").spawn(...args);',
    }));
    onResolve({ filter: /./, namespace: "late" }, ({ path }) => ({ path, external: true }));
  },
};

/** Node reads a file of ASCII several times as fast. What esbuild leaves is in regular expressions, where escapes mean the same. */
function asciiOf(text) {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The licences of the packages that the script contains. */
function licencesOf(inputs) {
  const inPackage = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//;
  const folders = new Map(
    inputs.flatMap((path) => {
      const found = inPackage.exec(path);
      return found ? [[found[2], resolve(found[1])]] : [];
    }),
  );
  const texts = [...folders].sort().map(([name, folder]) => `${name}\n\n${licenceIn(folder)}`);
  return `command.cjs contains these packages.\n\n${texts.join("\n\n")}\n`;
}

function licenceIn(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence file`);
  return readFileSync(join(folder, file), "utf8").trim();
}
