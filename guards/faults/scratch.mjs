import { execFileSync } from "node:child_process";
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../../scripts/lib/root.mjs";
import { seeded } from "./place.mjs";
import { run } from "./tests.mjs";

const MODULES = "node_modules";

/** A copy of the working tree in which faults are seeded. `close` removes it. */
export class Scratch {
  base = mkdtempSync(join(tmpdir(), "coppice-faults-"));
  folder = join(this.base, "tree");
  /** What is built, as it is without a fault. */
  kept = join(this.base, "built");
  built = listed("--others", "--ignored", "--directory").filter((path) => !path.includes(`${MODULES}/`));
  isFresh = false;

  constructor() {
    const gone = new Set(listed("--deleted"));
    const sources = listed("--cached", "--others").filter((path) => !gone.has(path));
    for (const path of [...sources, ...this.built]) copy(path, root, this.folder);
    // Scripts ask git for the files of the project.
    execFileSync("git", ["init", "--quiet"], { cwd: this.folder });
    linkModules(this.folder);
    allowUnused(this.folder);
  }

  /** Compiles the kernels of the copy whose sources have changed. */
  async buildKernels() {
    const script = "import('./scripts/lib/kernels.mjs').then((made) => made.buildKernels())";
    await this.checked([process.execPath, "-e", script]);
  }

  async build() {
    await this.checked([process.execPath, join("scripts", "build.mjs")]);
  }

  /** Builds the copy without a fault, once: what it was copied with may be older than its sources. */
  async freshen() {
    if (this.isFresh) return;
    this.isFresh = true;
    await this.build();
    this.keep();
  }

  keep() {
    rmSync(this.kept, { recursive: true, force: true });
    for (const path of this.built) copy(path, this.folder, this.kept);
  }

  /** Does some work while a fault is in the copy, and takes back what was built from it. */
  async with(fault, work) {
    const path = join(this.folder, fault.file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, seeded(fault, text));
    try {
      return await work();
    } finally {
      writeFileSync(path, text);
    }
  }

  restoreBuilt() {
    for (const path of this.built) {
      rmSync(join(this.folder, path), { recursive: true, force: true });
      copy(path, this.kept, this.folder);
    }
  }

  async checked(command) {
    const { code, output } = await run(command, this.folder);
    if (code !== 0) throw new Error(`${command.join(" ")} failed in the copy\n${output}`);
  }

  close() {
    rmSync(this.base, { recursive: true, force: true });
  }
}

function listed(...args) {
  const command = ["ls-files", "-z", "--exclude-standard", ...args];
  const text = execFileSync("git", command, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  return text.split("\0").filter((path) => path !== "");
}

function copy(path, from, to) {
  mkdirSync(dirname(join(to, path)), { recursive: true });
  cpSync(join(from, path), join(to, path), { recursive: true });
}

/** Packages are links to those installed; links to the project's own packages lead to those of the copy. */
function linkModules(folder) {
  for (const part of ["", ...readdirSync(join(root, "packages")).map((name) => join("packages", name))]) {
    const from = join(root, part, MODULES);
    const to = join(folder, part, MODULES);
    for (const entry of entriesOf(from)) {
      mkdirSync(to, { recursive: true });
      const path = join(from, entry);
      const target = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : path;
      symlinkSync(target, join(to, entry), "junction");
    }
  }
}

/** A fault may leave a name unused: that the compiler sees it says nothing of the tests. */
function allowUnused(folder) {
  for (const name of readdirSync(join(folder, "packages"))) {
    const path = join(folder, "packages", name, "tsconfig.json");
    writeFileSync(path, readFileSync(path, "utf8").replace(/("noUnused\w+"): true/g, "$1: false"));
  }
}

/** Without folders into which tools write, such as `.vite`: the copy has its own. */
function entriesOf(folder) {
  const isTool = (entry) => entry.startsWith(".") && entry !== ".bin" && entry !== ".package-lock.json";
  try {
    return readdirSync(folder).filter((entry) => !isTool(entry));
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}
