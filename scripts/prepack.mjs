import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/root.mjs";

// npm shows the README in the package's folder; here it is that of the project.
for (const name of ["README.md", "LICENSE"])
  copyFileSync(join(root, name), join(root, "packages/coppice", name));
