import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../scripts/lib/root.mjs";

export const sources = join(root, "packages/coppice/src");
export const commandSource = join(sources, "cli/main.ts");
/** Runs the command from its sources. */
export const runner = fileURLToPath(new URL("./runCommand.mjs", import.meta.url));
