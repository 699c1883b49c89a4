import type { Io } from "./io.js";
import { run } from "./run.js";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line inside the test: no process, no terminal, a clock that goes a second at each look. */
export async function runHere(...args: readonly string[]): Promise<Ran> {
  let out = "";
  let err = "";
  let now = 0;
  const io: Io = {
    stdout: {
      color: false,
      write: (text) => {
        out += text;
      },
    },
    stderr: {
      color: false,
      write: (text) => {
        err += text;
      },
    },
    clock: () => now++,
    interruptible: (work) => work(new AbortController().signal),
    uninterrupted: (work) => work(),
  };
  const code = await run(args, io);
  return { code, out, err };
}

/** The one object that `--json` prints: exactly one line, and nothing else. */
export function onlyJson(ran: Ran): Record<string, unknown> {
  const lines = ran.out.split("\n");
  if (lines.length !== 2 || lines[1] !== "") throw new Error(`not one line of JSON: ${ran.out}\n${ran.err}`);
  return JSON.parse(lines[0]);
}
