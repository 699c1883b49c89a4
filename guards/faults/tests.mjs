import { fork, spawn } from "node:child_process";
import { join } from "node:path";
import { findChromium } from "../../scripts/lib/chromium.mjs";

/** A fault may make a program run for ever. */
const MINUTES = { files: 10, quick: 15, normal: 60, deep: 120 };
const ENDLESS = [{ file: "", title: "the tests do not end" }];

/** Runs test files of a copy, in a process of their own. */
export class Tests {
  child;

  constructor(folder) {
    this.folder = folder;
  }

  /**
   * The tests that fail among those of some files, or with one title in them; `changed` are the files that have changed since
   * the last call. Undefined if no test has run: there is none with this title.
   */
  async failing(files, { title = "", changed = [] }) {
    this.child ??= await this.start();
    const { child } = this;
    const answer = await new Promise((done) => {
      const timer = setTimeout(() => done(undefined), MINUTES.files * 60_000);
      child.once("message", (message) => {
        clearTimeout(timer);
        done(message);
      });
      child.once("exit", () => done(undefined));
      child.send({ files, title, changed });
    });
    child.removeAllListeners();
    if (answer === undefined) {
      this.close();
      return ENDLESS;
    }
    return answer.ran === 0 && answer.failed.length === 0 ? undefined : answer.failed;
  }

  start() {
    const chromium = findChromium();
    const env = {
      ...process.env,
      COPPICE_LENGTH: "normal",
      NO_COLOR: "1",
      ...(chromium && { CHROMIUM: chromium }),
    };
    const script = join(this.folder, "guards", "faults", "testServer.mjs");
    const stdio = ["ignore", "ignore", "inherit", "ipc"];
    const child = fork(script, { cwd: this.folder, env, stdio });
    return new Promise((done, failed) => {
      child.once("message", () => done(child));
      child.once("exit", () => failed(new Error("the tests of the copy do not start")));
    });
  }

  close() {
    this.child?.kill("SIGKILL");
    this.child = undefined;
  }
}

const ARGUMENTS = { quick: ["--quick"], normal: [], deep: ["--deep"] };

/** Runs `npm test` of a length in a copy; returns the tests that fail. */
export async function failingOf(length, cwd) {
  const command = [process.execPath, join("scripts", "test.mjs"), ...ARGUMENTS[length]];
  const { code, output, isEndless } = await run(command, cwd, MINUTES[length]);
  if (isEndless) return ENDLESS;
  if (code === 0) return [];
  const found = new Map();
  for (const [, file, title = ""] of output.matchAll(/^\s*FAIL\s+(\S+\.test\.ts)(?: > (.*))?$/gm))
    found.set(`${file} ${title}`, { file, title });
  if (found.size === 0) throw new Error(`npm test fails, and no test does:\n${output.slice(-4000)}`);
  return [...found.values()];
}

/** Runs a command without showing its output; `isEndless` if it had to be stopped. */
export function run([command, ...args], cwd, minutes = 30) {
  return new Promise((done) => {
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let isEndless = false;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    const timer = setTimeout(() => {
      isEndless = true;
      child.kill("SIGKILL");
    }, minutes * 60_000);
    child.on("error", (error) => {
      output += error.message;
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      done({ code: code ?? 1, output, isEndless });
    });
  });
}
