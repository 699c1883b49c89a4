import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/root.mjs";

// What npm shows of a package stands in its folder; here it is that of the whole project.
for (const name of ["README.md", "LICENSE"])
  copyFileSync(join(root, name), join(root, "packages/coppice", name));
