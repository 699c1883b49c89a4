import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Next to the scripts. */
export const KERNELS = "kernels";

/** Kernels in files of their own beside the scripts, read when they are needed: as text they would be a quarter of the command. */
export function kernelFiles(scripts) {
  const folder = join(scripts, KERNELS);
  return {
    name: "kernel-files",
    setup({ onStart, onLoad }) {
      onStart(() => {
        mkdirSync(folder, { recursive: true });
      });
      onLoad({ filter: /kernels[\\/]generated[\\/]\w+\.js$/ }, ({ path }) => {
        const name = basename(path, ".js");
        const text = readFileSync(path, "utf8");
        const [literal, hex] = /"([0-9a-f]{16,})"/.exec(text);
        writeFileSync(join(folder, `${name}.wasm`), Buffer.from(hex, "hex"));
        const file = `require("node:path").join(__dirname, "${KERNELS}/${name}.wasm")`;
        const read = `get hex() { return require("node:fs").readFileSync(${file}, "hex"); }`;
        return { contents: text.replace(`hex: ${literal}`, read) };
      });
    },
  };
}
