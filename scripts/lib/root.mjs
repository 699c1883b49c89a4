import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The arguments that make Node run the command `name` of an installed package, on any platform and without a shell. */
export function commandOf(packageName, name = packageName) {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return [process.execPath, join(folder, typeof bin === "string" ? bin : bin[name])];
}

/** The arguments that make Node run the project's own command. */
export const coppice = [process.execPath, join(root, "packages", "coppice", "bin", "coppice.js")];
