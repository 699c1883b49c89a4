import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What is wrong with the place of a fault below a folder; undefined if the fault can be seeded there. */
export function placeFault({ file, find, replace }, folder) {
  if (find === replace) return "the fault changes nothing";
  const path = join(folder, file);
  if (!existsSync(path)) return `there is no file ${file}`;
  const places = readFileSync(path, "utf8").split(find).length - 1;
  if (places === 1) return undefined;
  return places === 0 ? `its text is no longer in ${file}` : `its text is ${places} times in ${file}`;
}

/** The text of a file with the fault. */
export function seeded({ find, replace }, text) {
  // Not `replace`, for which a dollar sign in the text has a meaning.
  return text.split(find).join(replace);
}
