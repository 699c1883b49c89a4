import { createHash, randomUUID } from "node:crypto";
import { hostname } from "node:os";

/**
 * Names of scratch tables say whose they are, so that those of a process that was killed can be told from those of one that
 * works: coppice_HOST_PROCESS_SECONDS_RANDOM_NUMBER_PURPOSE, the seconds (since 1970, when the process first made one) in base 36.
 */
const HOST = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
const SECONDS = Math.floor(Date.now() / 1000);
/** Threads, and copies of this package in one process, are different owners. */
const OWN = `coppice_${HOST}_${process.pid}_${SECONDS.toString(36)}_${randomUUID().slice(0, 8)}`;

let made = 0;

/** No two processes choose the same name, wherever they run. */
export function scratchName(purpose: string): string {
  return `${OWN}_${made++}_${purpose}`;
}

const NAME = /^coppice_([0-9a-f]{8})_(\d+)_([0-9a-z]+)_[0-9a-f]{8}_\d+_\w+$/;
/** No fit on another machine takes longer; a process of this machine can be asked. */
const MOST_SECONDS = 7 * 24 * 3600;

/** Whether the process that made a table with this name is gone. Other names are never ours. */
export function isAbandoned(
  name: string,
  now = Math.floor(Date.now() / 1000),
  isRunning: (id: number) => boolean = runs,
): boolean {
  const [, host, id, seconds] = NAME.exec(name) ?? [];
  if (host === undefined) return false;
  if (now - Number.parseInt(seconds, 36) > MOST_SECONDS) return true;
  return host === HOST && !isRunning(Number(id));
}

function runs(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // It runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
