// Runs a script with V8's code cache: compiled once, read from disk afterwards. The cache is in the user's own folder for
// such files, never next to the program, which may be read-only. COPPICE_CACHE=off switches it off.
const { mkdirSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } =
  require("node:fs");
const { createRequire } = require("node:module");
const { homedir } = require("node:os");
const { dirname, isAbsolute, join } = require("node:path");
const { Script } = require("node:vm");

/** The build writes a hash of the script into its first line: V8 itself compares only the length of a script. */
const HASH = /^\/\*([0-9a-f]{16,})\*\/\n/;
const NAME = /^[a-z]{1,16}$/i;
/** Files of other versions that nobody has used for so long are removed. */
const STALE = 90 * 24 * 3600 * 1000;

/**
 * The exports of a CommonJS script, whether they came from the cache, and `save`, which writes it if not. It contains the functions
 * that have run by then, so `save` belongs at the end; `name` separates runs that use different parts of the script.
 */
function compiled(file, name) {
  // The build leaves nothing but ASCII.
  const source = readFileSync(file, "latin1");
  const cache = cacheFile(source, name);
  const cachedData = cache && contentOf(cache);
  const script = new Script(`(function(exports,require,module,__filename,__dirname){${source}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  const isNew = cachedData === undefined || script.cachedDataRejected;
  const save = () => {
    if (cache !== undefined && isNew) write(cache, script.createCachedData());
  };
  return { exports: module.exports, isCached: !isNew, save };
}

/** Undefined if there is no folder that only this user can write to: code is run from there. */
function cacheFile(source, name) {
  const hash = HASH.exec(source)?.[1];
  if (hash === undefined || process.env.COPPICE_CACHE === "off") return undefined;
  try {
    const folder = join(cachesFolder(), "coppice");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOwn(folder)) return undefined;
    return join(folder, `${hash}-${process.version}-${process.arch}-${NAME.test(name) ? name : "other"}.bin`);
  } catch {
    return undefined;
  }
}

function cachesFolder() {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (process.platform === "win32" && LOCALAPPDATA) return LOCALAPPDATA;
  if (process.platform === "darwin") return join(homedir(), "Library/Caches");
  return XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), ".cache");
}

function isOwn(folder) {
  const facts = lstatSync(folder);
  if (!facts.isDirectory()) return false;
  return process.getuid === undefined || (facts.uid === process.getuid() && (facts.mode & 0o022) === 0);
}

function contentOf(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Renamed into place, so that another process reads all of it or nothing. A cache that cannot be written is done without. */
function write(file, bytes) {
  const part = `${file}.${process.pid}`;
  try {
    writeFileSync(part, bytes, { mode: 0o600, flag: "wx" });
    renameSync(part, file);
    removeStale(dirname(file));
  } catch {
    rmSync(part, { force: true });
  }
}

function removeStale(folder) {
  const now = Date.now();
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const { atimeMs, mtimeMs } = statSync(file);
    if (now - Math.max(atimeMs, mtimeMs) > STALE) rmSync(file, { force: true });
  }
}

module.exports = { compiled };
