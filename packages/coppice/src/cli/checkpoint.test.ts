import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REQUIRE_BANNER } from "../../test/bundleBanner.js";
import { twonorm } from "../synthetic/index.js";

/** A process that is really killed: the command is bundled from its source, so nothing must be built first. */
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "coppice-checkpoint-"));
  mkdirSync(at("dist/cli"), { recursive: true });
  // The command reads its version two folders above itself.
  writeFileSync(at("package.json"), '{"version": "9.8.7"}');
  await build({
    entryPoints: [fileURLToPath(new URL("./main.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: at("dist/cli/coppice.mjs"),
    banner: {
      js: REQUIRE_BANNER,
    },
    footer: { js: "await main(process.argv);" },
    logLevel: "error",
  });
  const { columns, rows } = twonorm({ rows: 400, seed: 4 });
  const lines = [columns.map(({ name }) => name).join()];
  for (let row = 0; row < rows; row++) {
    lines.push(columns.map((c) => (c.type === "numeric" ? c.values[row] : c.levels[c.codes[row]])).join());
  }
  writeFileSync(at("t.csv"), `${lines.join("\n")}\n`);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly err: string;
}

/** Runs the command; `isTime` is asked again and again whether to kill it. */
function run(args: readonly string[], isTime: () => boolean = () => false): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [at("dist/cli/coppice.mjs"), ...args], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let err = "";
    child.stderr.on("data", (data) => {
      err += String(data);
    });
    const timer = setInterval(() => {
      if (isTime()) child.kill("SIGKILL");
    }, 5);
    child.on("close", (code, signal) => {
      clearInterval(timer);
      resolve({ code, signal, err });
    });
  });
}

const fitting = (learner: string, trees: number, ...more: string[]) => [
  ...[
    "fit",
    at("t.csv"),
    "--target",
    "class",
    "--type",
    "class=nominal",
    "--learner",
    learner,
    "--set",
    `trees=${trees}`,
    "--threads",
    "1",
  ],
  ...more,
];

describe.each([
  ["forest", 400, ["--set", "importance=permutation", "--every", "10"]],
  ["bagging", 40, ["--every", "2"]],
  ["adaBoost", 40, ["--set", "of=cart", "--set", "of.maxDepth=3", "--set", "of.prune=none", "--every", "2"]],
] as const)("%s, killed in the middle of its work", (learner, trees, set) => {
  it("goes on to the very model that it would have been", { timeout: 60_000 }, async () => {
    const file = at(`${learner}.checkpoint`);
    const kept = ["--checkpoint", file];
    const killed = await run(fitting(learner, trees, ...set, ...kept), () => existsSync(file));
    expect(killed.signal).toBe("SIGKILL");
    const half = JSON.parse(readFileSync(file, "utf8"));
    expect(half.format).toBe("coppice-checkpoint");
    const again = await run(fitting(learner, trees, ...set, ...kept, "--resume", "--out", at("a.json")));
    expect(again).toMatchObject({ code: 0, err: "" });
    await run(fitting(learner, trees, ...set, "--out", at("b.json")));
    expect(readFileSync(at("a.json")).equals(readFileSync(at("b.json")))).toBe(true);
  });

  it("refuses a checkpoint of other work", async () => {
    const file = at(`${learner}.checkpoint`);
    const other = await run(fitting(learner, trees + 1, ...set, "--checkpoint", file, "--resume"));
    expect(other.code).toBe(1);
    expect(other.err).toContain("CHECKPOINT_MISMATCH: the checkpoint is of other work (its options differ)");
    writeFileSync(at("bad"), "{}");
    const bad = await run(fitting(learner, trees, ...set, "--checkpoint", at("bad"), "--resume"));
    expect(bad.err).toContain("CHECKPOINT_INVALID");
  });
});

describe.each([
  ["forest", "trees=300"],
  ["gradientBoost", "rounds=200"],
])("%s from disk, killed in the middle of its work", (learner, set) => {
  it("goes on to the model of memory, and leaves no scratch behind", { timeout: 60_000 }, async () => {
    const scratch = at(`${learner}-scratch`);
    mkdirSync(scratch);
    const file = at(`${learner}-disk.checkpoint`);
    const fit = ["fit", at("t.csv"), "--target", "class", "--type", "class=nominal", "--threads", "1"];
    const asked = [...fit, "--assess", "none", "--learner", learner, "--set", set];
    const disk = ["--engine", "disk", "--memory", "1gb", "--scratch", scratch];
    const kept = ["--checkpoint", file, "--every", "10"];
    const killed = await run([...asked, ...disk, ...kept], () => existsSync(file));
    expect(killed.signal).toBe("SIGKILL");
    const again = await run([...asked, ...disk, ...kept, "--resume", "--out", at("a.json")]);
    expect(again).toMatchObject({ code: 0, err: "" });
    await run([...asked, "--out", at("b.json")]);
    expect(readFileSync(at("a.json")).equals(readFileSync(at("b.json")))).toBe(true);
    expect(readdirSync(scratch)).toEqual([]);
  });
});

describe("--checkpoint", () => {
  it("is for ensembles, and --resume needs it", async () => {
    const cart = await run([
      "fit",
      at("t.csv"),
      "--target",
      "class",
      "--type",
      "class=nominal",
      "--checkpoint",
      at("c"),
    ]);
    expect(cart.err).toContain("OPTION_CONFLICT: --checkpoint keeps the work of ensembles");
    const lone = await run(fitting("forest", 5, "--resume"));
    expect(lone.err).toContain("USAGE: --resume needs --checkpoint");
  });
});
