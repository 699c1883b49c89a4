import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile, type Plugin } from "esbuild";
import { describe, expect, it } from "vitest";
import { root } from "../../../scripts/lib/root.mjs";
import { isDeep } from "./kit/length.js";

const src = join(root, "packages/coppice/src");

/** Drops the bytes of all but the named kernels: what the page never runs does not count. */
function onlyKernels(names: readonly string[]): Plugin {
  return {
    name: "only-kernels",
    setup(builder) {
      builder.onLoad({ filter: /kernels[\\/]generated[\\/]\w+\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        const isUsed = names.includes(basename(path, ".ts"));
        return { contents: isUsed ? text : text.replace(/hex: "[^"]*"/, 'hex: ""'), loader: "ts" };
      });
    },
  };
}

interface Bundle {
  readonly metafile: Metafile;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** A program for a page, with a separate file for each part that is loaded later. */
async function bundle(program: string, kernels: readonly string[]): Promise<Bundle> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: program, resolveDir: join(src, "targets"), loader: "ts", sourcefile: "program.ts" },
    outdir: join(root, "out"),
    absWorkingDir: root,
    entryNames: "[name]",
    ...{ bundle: true, splitting: true, minify: true, write: false, metafile: true },
    ...{ format: "esm", platform: "browser", target: "es2022", logLevel: "silent" },
    plugins: [onlyKernels(kernels)],
  });
  return { metafile, files: new Map(outputFiles.map(({ path, contents }) => [basename(path), contents])) };
}

/** The files loaded with the program, and with the modules that it imports later. */
function loaded({ metafile }: Bundle, later: readonly string[]): string[] {
  const outputs = Object.entries(metafile.outputs);
  const found = new Set<string>();
  const add = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: next, kind, external } of metafile.outputs[path].imports) {
      if (kind === "import-statement" && !external) add(next);
    }
  };
  for (const name of ["program.ts", ...later]) {
    const start = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith(name));
    if (start === undefined) throw new Error(`${name} is not loaded by itself`);
    add(start[0]);
  }
  return [...found].map((path) => basename(path));
}

/** Kilobytes over the network. */
function weight({ files }: Bundle, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzipSync(files.get(name)!, { level: 9 }).length / 1000, 0);
}

/** The kernels depend on the target and the attributes: `classTree` sorts numbers itself. */
const GROWERS = [["sort", "mixedTree"], ...(isDeep ? [["classTree"], ["sort", "valueTree"]] : [])];

describe.each(GROWERS.map((growers) => [growers]))(
  "a page that learns a tree by %j and predicts",
  async (growers) => {
    const program = 'import { fit, predict } from "./browser.js"; console.log(fit, predict);';
    const page = await bundle(program, [...growers, "infer"]);
    const whole = loaded(page, ["targets/fitHere.ts"]);

    it.each([
      ["besides kernels that it does not use", 183, ["targets/fitHere.ts"]],
      [
        "with the kernels of prediction, which the first thousands of rows load",
        205,
        ["targets/fitHere.ts", "predict/byKernel.ts"],
      ],
      ["where a worker learns", 60, []],
    ])("weighs, %s, less than %d kB", (_, most, later) => {
      expect(weight(page, loaded(page, later))).toBeLessThan(most);
    });

    it("loads no other learner, no unused format, and no package", () => {
      const inputs = Object.entries(page.metafile.outputs)
        .filter(([path]) => whole.includes(basename(path)))
        .flatMap(([, output]) => Object.entries(output.inputs))
        .flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
      expect(inputs.filter((path) => path.includes("node_modules"))).toEqual([]);
      expect(inputs.filter((path) => /learn\/(ensemble|rules|foil)\/(?!learnsNoRules)/.test(path))).toEqual(
        [],
      );
    });

    it("imports no Node module", () => {
      const text = [...page.files.values()].map((file) => Buffer.from(file).toString()).join("\n");
      expect(text).not.toMatch(/(from|import|require)\s*\(?\s*["']node:/);
    });
  },
);

it("the worker that learns for a page weighs less than 162 kB for one tree", async () => {
  // As the entry itself: bundlers drop an import for side effects of a file that has none by its package.
  const program = readFileSync(join(src, "targets/browserFitWorker.ts"), "utf8");
  const worker = await bundle(program, ["sort", "classTree", "valueTree"]);
  expect(weight(worker, loaded(worker, []))).toBeLessThan(162);
});
