import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./root.mjs";

const FILE = fileURLToPath(import.meta.url);

/** A process in a folder that runs any number of command lines, one after the other: starting one takes longer than most. */
export class CommandHost {
  #child;

  constructor(cwd) {
    this.#child = fork(FILE, ["serve"], { cwd, stdio: "ignore" });
  }

  /** Runs `coppice` with these arguments; `output` is all it wrote. */
  run(args) {
    const child = this.#child;
    return new Promise((done) => {
      const answer = (value) => {
        child.off("message", answer).off("exit", ended);
        done(value);
      };
      const ended = (code) => answer({ code: code ?? 128, output: "the command ended its process\n" });
      child.once("message", answer).once("exit", ended);
      child.send(args);
    });
  }

  stop() {
    this.#child.kill();
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
  process.on("message", async (args) => {
    output = "";
    process.exitCode = 0;
    await command.main(["node", "coppice", ...args]);
    process.send({ code: process.exitCode, output });
  });
}

if (process.argv[1] === FILE && process.argv[2] === "serve") serve();
