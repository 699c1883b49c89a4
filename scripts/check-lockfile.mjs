import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HOW_TO_FIX, lockfileFaults } from "./lib/lockfile.mjs";
import { root } from "./lib/root.mjs";

const faults = lockfileFaults(readFileSync(join(root, "package-lock.json"), "utf8"));
for (const fault of faults.slice(0, 20)) console.error(`package-lock.json: ${fault}`);
if (faults.length > 20) console.error(`… and ${faults.length - 20} more`);
if (faults.length > 0) {
  console.error(`To fix\n${HOW_TO_FIX}`);
  process.exitCode = 1;
} else {
  console.log("package-lock.json names no host and has every hash");
}
