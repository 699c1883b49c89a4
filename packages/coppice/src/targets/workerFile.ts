import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { debuglog } from "node:util";

/** The folder of the worker files: that of this file. */
export const WORKERS = new URL("./", import.meta.url);

/** The script if the build has made one, which starts faster than a module. */
export function workerFile(name: string, folder: URL = WORKERS): URL {
  const script = new URL(`${name}.cjs`, folder);
  return existsSync(fileURLToPath(script)) ? script : new URL(`${name}.js`, folder);
}

/** Shown with NODE_DEBUG=coppice. */
const debug = debuglog("coppice");
let isLogged = false;

/** A program that is bundled into one file, or run from its source, has no worker files and uses one thread. */
export function hasWorkers(folder: URL = WORKERS, name = "teamWorker"): boolean {
  const has = existsSync(fileURLToPath(workerFile(name, folder)));
  if (!has && !isLogged) {
    isLogged = true;
    debug("worker files not found: all work is done on one thread");
  }
  return has;
}
