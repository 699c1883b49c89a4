import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/root.mjs";

const PACKAGES = ["coppice", "sql"];

/** What programs can import: `{entry, name, declarations, source, isNode}`; entries without declarations are worker files. */
export const ENTRIES = PACKAGES.flatMap((folder) => {
  const home = join(root, "packages", folder);
  const { name, exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  return Object.entries(exports)
    .filter(([path]) => !path.endsWith(".json"))
    .map(([path, target]) => {
      const entry = join(name, path).replaceAll("\\", "/").replace(/\/$/, "");
      const built = target.types ?? target;
      return {
        entry,
        file: `${entry.replaceAll("/", "-")}.txt`,
        ...(target.types !== undefined && { declarations: join(home, target.types) }),
        source: join(home, built.replace("./dist/", "src/").replace(/(\.d\.ts|\.js)$/, ".ts")),
        // The same file for Node and for pages, where it imports what Node alone has.
        isNode: folder === "sql" || path === "./node",
      };
    });
});
