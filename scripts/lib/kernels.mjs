import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { commandOf, root } from "./root.mjs";
import { step } from "./steps.mjs";

const ASSEMBLY = join(root, "kernels", "assembly");
const GENERATED = join(root, "packages", "coppice", "src", "kernels", "generated");
/** Contains what the kernels share; every other folder of `kernels/assembly` is one kernel. */
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
  const binary = join(folder, `${name}.wasm`);
  await step(`compile kernels/${name}`, [
    ...commandOf("assemblyscript", "asc"),
    entry,
    ...FLAGS,
    "-o",
    binary,
  ]);
  writeFileSync(file, `${mark}\n${moduleText(name, readFileSync(binary))}`);
}

/** A hash of everything a kernel is compiled from: the flags, its files, and those of the common folder that they import. */
function sourceHash(name) {
  const hash = createHash("sha256").update(JSON.stringify(FLAGS)).update(FORMAT);
  const seen = new Set();
  const add = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(join(ASSEMBLY, file), "utf8");
    hash.update(`${file}\n${text}`);
    for (const [, path] of text.matchAll(/from "(\.[^"]*)"/g))
      add(`${posix.join(posix.dirname(file), path)}.ts`);
  };
  add(`${name}/index.ts`);
  return hash.digest("hex");
}

/** Changed when the format of the generated files changes. */
const FORMAT = "2";

/** A kernel for shared memory differs in one byte, the flag of the imported memory: its offset is recorded. */
function moduleText(name, binary) {
  // Kernels share a memory, so none may have static data.
  if (sectionsOf(binary).has(DATA_SECTION)) {
    throw new Error(`kernels/${name} has static data (a string, an array literal): kernels share a memory`);
  }
  const at = memoryFlag(binary);
  if (binary[at] !== HAS_MAXIMUM) {
    throw new Error(`kernels/${name}: the imported memory is not declared as expected`);
  }
  return [
    "// Made by scripts/lib/kernels.mjs from kernels/assembly; not kept in version control.",
    'import type { KernelBinary } from "../binary.js";',
    "",
    `export const ${name}Kernel: KernelBinary = {`,
    `  name: ${JSON.stringify(name)},`,
    `  sharedFlag: { at: ${at}, value: ${HAS_MAXIMUM | IS_SHARED} },`,
    `  hex: ${JSON.stringify(binary.toString("hex"))},`,
    "};",
    "",
  ].join("\n");
}

// The binary format: https://webassembly.github.io/spec/core/binary/modules.html
const IMPORT_SECTION = 2;
const DATA_SECTION = 11;
const MEMORY_IMPORT = 2;
const FUNCTION_IMPORT = 0;
const HAS_MAXIMUM = 1;
const IS_SHARED = 2;

/** The offset of the contents of each section, by its number. */
function sectionsOf(binary) {
  const sections = new Map();
  for (let at = 8; at < binary.length; ) {
    const id = binary[at];
    const size = numberAt(binary, at + 1);
    sections.set(id, size.end);
    at = size.end + size.value;
  }
  return sections;
}

/** The offset of the flag of the imported memory. Functions may precede it. */
function memoryFlag(binary) {
  const imports = numberAt(binary, sectionsOf(binary).get(IMPORT_SECTION));
  let at = imports.end;
  for (let i = 0; i < imports.value; i++) {
    for (let name = 0; name < 2; name++) {
      const length = numberAt(binary, at);
      at = length.end + length.value;
    }
    const kind = binary[at++];
    if (kind === MEMORY_IMPORT) return at;
    if (kind !== FUNCTION_IMPORT) break;
    at = numberAt(binary, at).end; // its type
  }
  throw new Error("a kernel must import a memory, preceded only by functions");
}

/** A LEB128 number: seven bits per byte, the low ones first. */
function numberAt(binary, start) {
  let value = 0;
  for (let at = start, shift = 0; ; at++, shift += 7) {
    if (at >= binary.length)
      throw new Error("a compiled kernel ends within a number: it was not written whole");
    value |= (binary[at] & 127) << shift;
    if (binary[at] < 128) return { value, end: at + 1 };
  }
}
