import { checkIndex, fault } from "./checks.js";

/** Level codes, ascending. */
export function checkLevels(codes: unknown, path: string, levels: number): void {
  if (!Array.isArray(codes)) throw fault(path, "a list of level codes", codes);
  codes.forEach((code, i) => {
    checkIndex(code, levels, `${path}[${i}]`, "a level code");
    if (i > 0 && code <= codes[i - 1]) throw fault(`${path}[${i}]`, "above the code before it", code);
  });
}
