import process from "node:process";
import { setImmediate } from "node:timers/promises";
import type { WriteStream } from "node:tty";
import { CoppiceError } from "../base/errors.js";
import type { Io, Stream } from "./io.js";

export function processIo(): Io {
  // `coppice … | head` closes the pipe early: that is no failure, and nobody is left to tell.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  return {
    stdout: streamOf(process.stdout),
    stderr: streamOf(process.stderr),
    clock: () => performance.now() / 1000,
    interruptible,
    uninterrupted,
  };
}

function streamOf(stream: WriteStream): Stream {
  const isTTY = stream.isTTY === true;
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  return {
    write: (text) => void stream.write(text),
    color: !NO_COLOR && (FORCE_COLOR ? FORCE_COLOR !== "0" : isTTY && TERM !== "dumb"),
    ...(isTTY && { lines: stream.rows, width: stream.columns, terminal: stream }),
  };
}

/**
 * While files are awaited, Ctrl-C aborts in order. A handler could not run during learning, which never yields: there
 * none is installed, so the system ends the process at once, and since files are written whole, none is left half done.
 */
async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let interrupt = () => {};
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => {
      controller.abort();
      reject(stopped());
    };
  });
  process.once("SIGINT", interrupt);
  try {
    const result = await Promise.race([work(controller.signal), interrupted]);
    // Pressed while the last step of the work held the thread, it is only noticed in the loop's next turn.
    await setImmediate();
    await setImmediate();
    if (controller.signal.aborted) throw stopped();
    return result;
  } finally {
    process.removeListener("SIGINT", interrupt);
  }
}

/** A file half written is finished first; who presses Ctrl-C twice means it. */
async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  let presses = 0;
  const interrupt = () => {
    if (++presses > 1) process.exit(130);
  };
  process.on("SIGINT", interrupt);
  try {
    const result = await work();
    if (presses > 0) throw stopped();
    return result;
  } finally {
    process.removeListener("SIGINT", interrupt);
  }
}

function stopped(): CoppiceError {
  return new CoppiceError("ABORTED", "stopped by the user");
}
