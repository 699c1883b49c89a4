import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { debuglog } from "node:util";

/** Where the files stand that threads run: beside this one. */
export const WORKERS = new URL("./", import.meta.url);

export function workerFile(name: string, folder: URL = WORKERS): URL {
  return new URL(`${name}.js`, folder);
}

/** Seen with NODE_DEBUG=coppice. */
const debug = debuglog("coppice");
let isTold = false;

/** Bundled into one file, or run from its source, the program has no files for its threads, and works on one. */
export function hasWorkers(folder: URL = WORKERS, name = "teamWorker"): boolean {
  const has = existsSync(fileURLToPath(workerFile(name, folder)));
  if (!has && !isTold) {
    isTold = true;
    debug("the files of the threads are not there: all work is done on one thread");
  }
  return has;
}
