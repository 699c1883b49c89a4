import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REQUIRE_BANNER } from "../../test/bundleBanner.js";
import { led } from "../synthetic/index.js";
import { csvOf } from "./testTables.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "coppice-threads-"));
  writeFileSync(at("led.csv"), csvOf(led({ rows: 120, seed: 5 })));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("threads", () => {
  it("give the same answer from the command itself", async () => {
    writeFileSync(at("package.json"), '{"version": "0.0.0", "type": "module"}');
    const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
    const banner = REQUIRE_BANNER;
    await build({
      entryPoints: {
        main: source("./main.ts"),
        ...Object.fromEntries(
          ["foldWorker", "treeWorker", "teamWorker"].map((name) => [name, source(`../targets/${name}.ts`)]),
        ),
      },
      bundle: true,
      platform: "node",
      format: "esm",
      outdir: at("dist/cli"),
      banner: { js: banner },
      logLevel: "error",
    });
    writeFileSync(at("dist/cli/run.js"), 'import { main } from "./main.js";\nawait main(process.argv);\n');
    const flags = ["led.csv", "--target", "class", "--type", "class=nominal", "--json"];
    const run = (verb: string, ...more: string[]) => {
      const args = [at("dist/cli/run.js"), verb, ...flags, ...more];
      const text = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
      const { seconds: _, ...answer } = JSON.parse(text);
      return answer;
    };
    const evaluate = (threads: string) => run("evaluate", "--predictions", "--threads", threads);
    expect(evaluate("3")).toEqual(evaluate("1"));
    // One fit is all there is to do: the threads work on it together.
    for (const way of [["--holdout", "0.4"], ["--test", "led.csv"], ["--resubstitution"]]) {
      const once = (threads: string) =>
        run(
          "evaluate",
          ...way,
          "--learner",
          "forest",
          "--set",
          "trees=20",
          "--predictions",
          "--threads",
          threads,
        );
      expect(once("3")).toEqual(once("1"));
    }
    const fit = (threads: string) => {
      run("fit", "--threads", threads, "--out", `${threads}.json`);
      return readFileSync(at(`${threads}.json`), "utf8");
    };
    expect(fit("3")).toBe(fit("1"));
  });
});
