import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { step } from "./steps.mjs";

/**
 * Why node_modules differs from the lock file, or undefined if it does not. npm keeps its own list of what it installed;
 * file times mean nothing after a clone, so the two lists are compared. Packages for other platforms are optional, and
 * absent from that list.
 */
export function whyInstall(lock, installed) {
  if (installed === undefined) return "nothing is installed";
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) continue;
    const found = installed.packages[path];
    if (found === undefined) {
      if (!wanted.optional) return `${path} is missing`;
    } else if (found.version !== wanted.version || found.integrity !== wanted.integrity) {
      return `${path} differs`;
    }
  }
  const extra = Object.keys(installed.packages).find((path) => lock.packages[path] === undefined);
  return extra && `${extra} is not in the lock file`;
}

/** Installs what the lock file lists. Uses only Node itself: it runs before anything is installed. */
export async function install() {
  const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined);
  const lock = read(join(root, "package-lock.json"));
  if (lock === undefined) throw new Error("package-lock.json is missing: this is not a complete checkout");
  const why = whyInstall(lock, read(join(root, "node_modules", ".package-lock.json")));
  if (why === undefined) return;
  await step(`install (${why})`, [...npm(), "ci", "--include=dev", "--no-audit", "--no-fund"]);
}

/** npm as it was called, so that no shell is needed on Windows, where npm is a batch file. */
function npm() {
  const file = process.env.npm_execpath;
  return file?.endsWith("npm-cli.js") ? [process.execPath, file] : ["npm"];
}
