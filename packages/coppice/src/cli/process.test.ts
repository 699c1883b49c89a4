import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { bundledCommand, changed } from "../../test/bundledCommand.js";
import { folder } from "../../test/kit/folder.js";
import { runHere } from "./testIo.js";

/** Signals and pipes need a process of their own. */
const files = folder();
const { at, put, text, has } = files;

/** Learning that never ends: it says that it has begun, and then never yields. */
const ENDLESS =
  'export function fitTable() { process.stderr.write("LEARNING\\n"); for (;;) {} } export { fitTable as fitTableAsync, fitTable as fitData, fitTable as fitJob, fitTable as fitSteps, fitTable as fitWith, fitTable as growTree };';

/** A line that is found, and what is done there if the process is told to. */
const doing = (file: RegExp, line: RegExp, told: string, work: string) =>
  changed(file, (source) => {
    if (!line.test(source)) throw new Error(`${file} has no line ${line}`);
    return source.replace(line, (found) => {
      const step = `if (process.env.TEST_TELL === "${told}") { ${work} }`;
      return found.endsWith("{") ? `${found} ${step}` : `${step}\n${found}`;
    });
  });
const tell = (word: string) => `process.stderr.write("${word}\\n");`;

let endless: string;
let command: string;
beforeAll(async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${i},${i % 2 ? "a" : "b"}`);
  put("t.csv", ["x,y", ...rows, ""].join("\n"));
  endless = await bundledCommand(files, "endless", {
    plugins: [changed(/learn[\\/]fit\.ts$/, () => ENDLESS)],
  });
  command = await bundledCommand(files, "coppice", {
    plugins: [
      doing(/targets[\\/]files\.ts$/, /^export function standardInput.*\{$/m, "READING", tell("READING")),
      doing(
        ...([/source[\\/]recordCutter\.ts$/, /^ {2}push\(.*\{$/m, "ROWS"] as const),
        `if (chunk.length > 0) ${tell("ROWS")}`,
      ),
      // Ctrl-C is pressed while the last tree is learned.
      doing(
        ...([/ensemble[\\/]adaBoost\.ts$/, /^ {2}return \{ \.\.\.booster\.learned/m, "LATE"] as const),
        'process.kill(process.pid, "SIGINT");',
      ),
    ],
  });
}, 60_000);

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a script; `react` sees standard error, at first empty, as it grows. */
function start(script: string, args: string[], react: (child: ChildProcess, err: string) => void, told = "") {
  return new Promise<Ended>((resolve) => {
    const env = { ...process.env, TEST_TELL: told };
    const child = spawn(process.execPath, [script, ...args], { cwd: files.path, stdio: "pipe", env });
    let [out, err] = ["", ""];
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

/** Sends a signal once the process has said a word; `input` is what it is given until then, on an input that stays open. */
function killed(signal: NodeJS.Signals, word: string, args: string[], input = "") {
  let sent = false;
  const react = (child: ChildProcess, err: string) => {
    if (err === "") child.stdin?.write(input);
    else if (!sent && err.includes(word)) {
      sent = true;
      child.kill(signal);
    }
  };
  return start(word === "LEARNING" ? endless : command, args, react, word);
}
const run = (args: string[], input?: string) =>
  start(command, args, (child, err) => void (err === "" && child.stdin?.end(input)));
const FIT = ["fit", "t.csv", "--target", "y", "--out"];

it("Ctrl-C during learning ends the process at once and leaves no file", async () => {
  const ended = await killed("SIGINT", "LEARNING", [...FIT, "m.json"]);
  // Killed by the signal: a shell reports this as 130.
  expect(ended.signal).toBe("SIGINT");
  expect(readdirSync(files.path).sort()).toEqual(["dist", "package.json", "t.csv"]);
});

it("Ctrl-C during the last step of an ensemble is noticed before anything is written", async () => {
  const ended = await start(command, [...FIT, "m.json", "--learner", "adaBoost"], () => {}, "LATE");
  expect(ended).toMatchObject({ code: 130, out: "" });
  expect(has("m.json")).toBe(false);
});

it("Ctrl-C during reading says so, with exit code 130", async () => {
  const ended = await killed("SIGINT", "READING", ["fit", "-", "--target", "y", "--out", "m.json"]);
  expect(ended).toMatchObject({ code: 130, out: "" });
  expect(ended.err).toContain("ABORTED: stopped by the user");
  expect(has("m.json")).toBe(false);
});

it.each(["SIGKILL", "SIGTERM"] as const)(
  "a fit from disk that is killed by %s leaves no scratch, and can be begun again",
  async (signal) => {
    mkdirSync(at("scratch"), { recursive: true });
    const disk = ["--engine", "disk", "--scratch", "scratch"];
    const ended = await killed(signal, "LEARNING", [...FIT, "killed.json", ...disk]);
    expect(ended.signal).toBe(signal);
    expect(readdirSync(at("scratch"))).toEqual([]);
    const again = await run([...FIT, "disk.json", ...disk]);
    expect(again.code, again.err).toBe(0);
    await runHere("fit", at("t.csv"), "--target", "y", "--out", at("memory.json"));
    expect(text("disk.json")).toBe(text("memory.json"));
    expect(has("killed.json")).toBe(false);
    expect(readdirSync(at("scratch"))).toEqual([]);
    for (const name of ["scratch", "disk.json", "memory.json"]) rmSync(at(name), { recursive: true });
  },
);

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `${(from + i) % 9},${(from + i) % 2 ? "a" : "b"}\n`).join("");
const stream = (name: string, from = "-") => [
  ...["stream", from, "--target", "y", "--state", at(`${name}.state`), "--out", at(`${name}.json`)],
];

it("Ctrl-C among the first rows of a stream keeps the complete ones, and goes on with those that follow", async () => {
  const ended = await killed("SIGINT", "ROWS", stream("cut"), `x,y\n${rows(0, 50)}5`);
  expect(ended.code, ended.err).toBe(130);
  expect(ended.err).toContain("ABORTED");
  await runHere(...stream("plain", put("first.csv", `x,y\n${rows(0, 50)}`)));
  const { source, ...state } = files.json("cut.state") as { source: object };
  const { source: whole, ...plain } = files.json("plain.state") as { source: { name: string } };
  expect(state).toEqual(plain);
  expect(source).toEqual({ ...whole, name: expect.any(String) });
  expect(text("cut.json")).toBe(text("plain.json"));
  const later = await run(stream("cut"), `x,y\n${rows(50, 80)}`);
  expect(later.code, later.err).toBe(0);
  expect(files.json("cut.state")).toMatchObject({ rows: 80 });
});

it("Ctrl-C among the first rows of a stream has nothing to keep after the header alone", async () => {
  const ended = await killed("SIGINT", "ROWS", stream("none"), "x,y\n5");
  expect(ended.code, ended.err).toBe(130);
  expect(has("none.state")).toBe(false);
});

it("the process answers, and exits with the code", async () => {
  expect(await run(["--version"])).toMatchObject({ code: 0, out: "9.8.7\n", err: "" });
  expect(await run(["fit", "none.csv", "--target", "y"])).toMatchObject({ code: 1, out: "" });
  expect(await run(["fti"])).toMatchObject({ code: 2, out: "" });
});

it("the process reads a table from standard input", async () => {
  const ended = await run(["fit", "-", "--target", "y", "--json"], text("t.csv"));
  expect(JSON.parse(ended.out)).toMatchObject({ rows: 30 });
});

it("the process ends quietly when nobody reads on (| head)", async () => {
  const ended = await start(command, ["learners"], (child) => child.stdout?.destroy());
  expect(ended).toMatchObject({ code: 0, err: "" });
});
