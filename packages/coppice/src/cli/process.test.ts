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
import { build, type Plugin } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REQUIRE_BANNER } from "../../test/bundleBanner.js";

/** Signals and pipes need a process of their own: the command is bundled from its source, so nothing must be built first. */
let folder: string;
const at = (name: string) => join(folder, name);

/** Learning that never ends: it says that it has begun, and then never yields. */
const endlessFit: Plugin = {
  name: "endless",
  setup(builder) {
    builder.onLoad({ filter: /learn[\\/]fit\.ts$/ }, () => ({
      contents:
        'export function fitTable() { process.stderr.write("LEARNING\\n"); for (;;) {} } export { fitTable as fitTableAsync, fitTable as fitData, fitTable as fitJob, fitTable as fitSteps, fitTable as fitWith, fitTable as growTree };',
      loader: "ts",
    }));
  },
};

/** Reading that says when it begins. */
const loudReading: Plugin = {
  name: "loud",
  setup(builder) {
    builder.onLoad({ filter: /targets[\\/]files\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /^export function standardInput.*\{$/m,
        '$& process.stderr.write("READING\\n");',
      ),
      loader: "ts",
    }));
  },
};

/** A stream that says when rows have arrived. */
const loudRows: Plugin = {
  name: "rows",
  setup(builder) {
    builder.onLoad({ filter: /source[\\/]recordCutter\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /^ {2}push\(.*\{$/m,
        '$& if (chunk.length > 0) process.stderr.write("ROWS\\n");',
      ),
      loader: "ts",
    }));
  },
};

/** Ctrl-C is pressed while the last tree is learned. */
const lateSignal: Plugin = {
  name: "late",
  setup(builder) {
    builder.onLoad({ filter: /ensemble[\\/]adaBoost\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /^ {2}return \{ \.\.\.booster\.learned/m,
        'process.kill(process.pid, "SIGINT");\n$&',
      ),
      loader: "ts",
    }));
  },
};

async function bundle(outfile: string, plugins: Plugin[]): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL("./main.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    plugins,
    banner: {
      js: REQUIRE_BANNER,
    },
    footer: { js: "await main(process.argv);" },
    logLevel: "error",
  });
}

interface Child {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a bundle; `react` sees standard error as it grows and may send a signal. */
function start(
  script: string,
  args: string[],
  react: (child: ReturnType<typeof spawn>, err: string) => void,
) {
  return new Promise<Child>((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: folder,
      stdio: ["pipe", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
      react(child, err);
    });
    child.on("close", (code, signal) => resolve({ code, signal, out, err }));
    react(child, "");
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "coppice-process-"));
  mkdirSync(at("dist/cli"), { recursive: true });
  // The command reads its version two folders above itself.
  writeFileSync(at("package.json"), '{"version": "9.8.7"}');
  writeFileSync(
    at("t.csv"),
    `x,y\n${Array.from({ length: 30 }, (_, i) => `${i},${i % 2 ? "a" : "b"}`).join("\n")}\n`,
  );
  await bundle(at("dist/cli/real.mjs"), []);
  await bundle(at("dist/cli/endless.mjs"), [endlessFit]);
  await bundle(at("dist/cli/late.mjs"), [lateSignal]);
  await bundle(at("dist/cli/loud.mjs"), [loudReading]);
  await bundle(at("dist/cli/rows.mjs"), [loudRows]);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe("Ctrl-C", () => {
  it("during learning ends the process at once and leaves no file", async () => {
    const args = ["fit", "t.csv", "--target", "y", "--out", "m.json"];
    let sent = false;
    const ended = await start(at("dist/cli/endless.mjs"), args, (child, err) => {
      if (sent || !err.includes("LEARNING")) return;
      sent = true;
      child.kill("SIGINT");
    });
    // Killed by the signal: a shell reports this as 130.
    expect(ended.signal).toBe("SIGINT");
    expect(readdirSync(folder).sort()).toEqual(["dist", "package.json", "t.csv"]);
  });

  it("during the last step of an ensemble is noticed before anything is written", async () => {
    const args = ["fit", "t.csv", "--target", "y", "--learner", "adaBoost", "--out", "m.json"];
    const ended = await start(at("dist/cli/late.mjs"), args, () => {});
    expect(ended).toMatchObject({ code: 130, out: "" });
    expect(existsSync(at("m.json"))).toBe(false);
  });

  it("during reading says so, with exit code 130", async () => {
    // The table is read from standard input, which never ends.
    const args = ["fit", "-", "--target", "y", "--out", "m.json"];
    let sent = false;
    const ended = await start(at("dist/cli/loud.mjs"), args, (child, err) => {
      if (sent || !err.includes("READING")) return;
      sent = true;
      setTimeout(() => child.kill("SIGINT"), 100);
    });
    expect(ended).toMatchObject({ code: 130, out: "" });
    expect(ended.err).toContain("ABORTED: stopped by the user");
    expect(existsSync(at("m.json"))).toBe(false);
  });
});

describe("a process that is killed while it learns from disk", () => {
  it.each(["SIGKILL", "SIGTERM"] as const)(
    "by %s leaves no scratch, and can be begun again",
    async (signal) => {
      mkdirSync(at("scratch"), { recursive: true });
      const args = ["fit", "t.csv", "--target", "y", "--engine", "disk", "--scratch", "scratch", "--out"];
      let sent = false;
      const ended = await start(at("dist/cli/endless.mjs"), [...args, "killed.json"], (child, err) => {
        if (sent || !err.includes("LEARNING")) return;
        sent = true;
        child.kill(signal);
      });
      expect(ended.signal).toBe(signal);
      expect(readdirSync(at("scratch"))).toEqual([]);
      const again = await start(at("dist/cli/real.mjs"), [...args, "disk.json"], () => {});
      expect(again.code, again.err).toBe(0);
      await start(
        at("dist/cli/real.mjs"),
        ["fit", "t.csv", "--target", "y", "--out", "memory.json"],
        () => {},
      );
      expect(readFileSync(at("disk.json"), "utf8")).toBe(readFileSync(at("memory.json"), "utf8"));
      expect(existsSync(at("killed.json"))).toBe(false);
      expect(readdirSync(at("scratch"))).toEqual([]);
      for (const name of ["scratch", "disk.json", "memory.json"]) rmSync(at(name), { recursive: true });
    },
  );
});

describe("Ctrl-C among the first rows of a stream", () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `${(from + i) % 9},${(from + i) % 2 ? "a" : "b"}\n`).join("");
  const args = (name: string) => [
    ...["stream", "-", "--target", "y", "--state", `${name}.state`, "--out", `${name}.json`],
  ];
  /** Sends the text and, once it is there, the signal; standard input stays open. */
  const interrupted = (name: string, text: string) => {
    let sent = false;
    return start(at("dist/cli/rows.mjs"), args(name), (child, err) => {
      if (err === "") child.stdin?.write(text);
      else if (!sent && err.includes("ROWS")) {
        sent = true;
        child.kill("SIGINT");
      }
    });
  };
  const whole = (name: string, text: string) =>
    start(at("dist/cli/real.mjs"), args(name), (child, err) => {
      if (err === "") child.stdin?.end(text);
    });
  const saved = (name: string) => readFileSync(at(name), "utf8");

  it("keeps the complete ones, and goes on with those that follow", async () => {
    const ended = await interrupted("cut", `x,y\n${rows(0, 50)}5`);
    expect(ended.code, ended.err).toBe(130);
    expect(ended.err).toContain("ABORTED");
    await whole("plain", `x,y\n${rows(0, 50)}`);
    expect(saved("cut.state")).toBe(saved("plain.state"));
    expect(saved("cut.json")).toBe(saved("plain.json"));
    const later = await whole("cut", `x,y\n${rows(50, 80)}`);
    expect(later.code, later.err).toBe(0);
    expect(JSON.parse(saved("cut.state"))).toMatchObject({ rows: 80 });
  });

  it("has nothing to keep after the header alone", async () => {
    const ended = await interrupted("none", "x,y\n5");
    expect(ended.code, ended.err).toBe(130);
    expect(existsSync(at("none.state"))).toBe(false);
  });
});

describe("the process", () => {
  it("answers, and exits with the code", async () => {
    const script = at("dist/cli/real.mjs");
    expect(await start(script, ["--version"], () => {})).toMatchObject({ code: 0, out: "9.8.7\n", err: "" });
    expect(await start(script, ["fit", "none.csv", "--target", "y"], () => {})).toMatchObject({
      code: 1,
      out: "",
    });
    expect(await start(script, ["fti"], () => {})).toMatchObject({ code: 2, out: "" });
  });

  it("reads a table from standard input", async () => {
    const ended = await start(
      at("dist/cli/real.mjs"),
      ["fit", "-", "--target", "y", "--json"],
      (child, err) => {
        if (err === "") child.stdin?.end(readFileSync(at("t.csv")));
      },
    );
    expect(JSON.parse(ended.out)).toMatchObject({ rows: 30 });
  });

  it("ends quietly when nobody reads on (| head)", async () => {
    const ended = await start(at("dist/cli/real.mjs"), ["learners"], (child) => child.stdout?.destroy());
    expect(ended).toMatchObject({ code: 0, err: "" });
  });
});
