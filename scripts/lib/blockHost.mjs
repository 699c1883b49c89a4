import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "./root.mjs";

const FILE = fileURLToPath(import.meta.url);

/** A process that runs any number of command lines and modules, one after the other: starting one takes longer than most. */
export class BlockHost {
  #child;

  /** Runs `coppice` with these arguments in a folder; `output` is all it wrote. */
  command(cwd, args) {
    return this.#ask({ cwd, args });
  }

  /** Runs a module of JavaScript in a folder until it is evaluated. */
  module(cwd, file) {
    return this.#ask({ cwd, file });
  }

  stop() {
    this.#child?.kill();
  }

  #ask(message) {
    this.#child ??= fork(FILE, ["serve"], { stdio: "ignore" });
    const child = this.#child;
    return new Promise((done) => {
      const answer = (value) => {
        child.off("message", answer).off("exit", ended);
        done(value);
      };
      const ended = (code) => {
        this.#child = undefined;
        answer({ code: code || 128, output: "it ended the process that ran it\n" });
      };
      child.once("message", answer).once("exit", ended);
      child.send(message);
    });
  }
}

function serve() {
  const command = createRequire(FILE)(join(root, "packages/coppice/dist/joined/command.cjs"));
  let output = "";
  for (const stream of [process.stdout, process.stderr])
    stream.write = (text, ...rest) => {
      output += text;
      rest.find((one) => typeof one === "function")?.();
      return true;
    };
  const evaluate = (file) =>
    import(pathToFileURL(file).href).catch((error) => {
      process.exitCode = 1;
      output += `${error.stack ?? error}\n`;
    });
  process.on("message", async ({ cwd, args, file }) => {
    output = "";
    process.exitCode = 0;
    process.chdir(cwd);
    await (file === undefined ? command.main(["node", "coppice", ...args]) : evaluate(file));
    process.send({ code: process.exitCode, output });
  });
}

if (process.argv[1] === FILE && process.argv[2] === "serve") serve();
