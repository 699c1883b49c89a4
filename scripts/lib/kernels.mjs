import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandOf, root } from "./root.mjs";
import { StepFailed, step } from "./steps.mjs";

const ASSEMBLY = join(root, "kernels", "assembly");
const GENERATED = join(root, "packages", "coppice", "src", "kernels", "generated");
/** Holds what is shared by the kernels; every other folder of `kernels/assembly` is one kernel. */
const COMMON = "common";

const FLAGS = [
  ...["-O3", "--noAssert", "--runtime", "stub", "--use", "abort="],
  ...["--enable", "simd", "--enable", "bulk-memory", "--enable", "threads"],
  ...["--importMemory", "--initialMemory", "1", "--maximumMemory", "65536"],
];

/** Compiles every kernel whose source has changed since it was last compiled. */
export async function buildKernels() {
  mkdirSync(GENERATED, { recursive: true });
  const names = readdirSync(ASSEMBLY).filter((name) => name !== COMMON);
  for (const name of names) await buildKernel(name);
  for (const file of readdirSync(GENERATED)) {
    if (!names.includes(file.replace(/\.ts$/, ""))) rmSync(join(GENERATED, file));
  }
}

async function buildKernel(name) {
  const file = join(GENERATED, `${name}.ts`);
  const mark = `// ${sourceHash(name)}`;
  if (existsSync(file) && readFileSync(file, "utf8").startsWith(mark)) return;
  const entry = join("kernels", "assembly", name, "index.ts");
  const folder = join(root, "node_modules", ".cache", "coppice-kernels");
  mkdirSync(folder, { recursive: true });
  const [plain, shared] = ["plain", "shared"].map((build) => join(folder, `${name}.${build}.wasm`));
  const asc = [...commandOf("assemblyscript", "asc"), entry, ...FLAGS];
  await step(`compile kernels/${name}`, [...asc, "-o", plain]);
  await step(`compile kernels/${name} for threads`, [...asc, "--sharedMemory", "-o", shared]);
  writeFileSync(file, `${mark}\n${moduleText(name, readFileSync(plain), readFileSync(shared))}`);
}

/** Of all that a kernel is made from: its own folder, the common one, the flags and this file. */
function sourceHash(name) {
  const hash = createHash("sha256").update(readFileSync(new URL(import.meta.url)));
  for (const folder of [COMMON, name]) {
    for (const file of readdirSync(join(ASSEMBLY, folder)).sort()) {
      hash.update(`${folder}/${file}\n`).update(readFileSync(join(ASSEMBLY, folder, file)));
    }
  }
  return hash.digest("hex");
}

/**
 * The two builds differ in one byte, the flag of the imported memory, so only one is shipped and where that byte
 * stands. Kernels share a memory, so none may bring data of its own.
 */
function moduleText(name, plain, shared) {
  const differ = [...plain.keys()].filter((i) => plain[i] !== shared[i]);
  if (plain.length !== shared.length || differ.length !== 1) {
    throw new StepFailed(`kernels/${name}: the plain and the shared build differ in more than one byte`);
  }
  if (hasData(plain)) {
    throw new StepFailed(
      `kernels/${name} has static data (a string, an array literal): kernels share a memory`,
    );
  }
  const [at] = differ;
  return [
    "// Made by scripts/lib/kernels.mjs from kernels/assembly; not kept in version control.",
    'import type { KernelBinary } from "../binary.js";',
    "",
    `export const ${name}Kernel: KernelBinary = {`,
    `  name: ${JSON.stringify(name)},`,
    `  sharedFlag: { at: ${at}, value: ${shared[at]} },`,
    `  base64: ${JSON.stringify(plain.toString("base64"))},`,
    "};",
    "",
  ].join("\n");
}

function hasData(binary) {
  const DATA_SECTION = 11;
  for (let at = 8; at < binary.length; ) {
    const id = binary[at++];
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = binary[at++];
      size |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    if (id === DATA_SECTION) return true;
    at += size;
  }
  return false;
}
