import { readdirSync } from "node:fs";
import { join } from "node:path";
import { finders } from "./found.mjs";
import { nearestTo } from "./nearest.mjs";
import { Scratch } from "./scratch.mjs";
import { failingOf, Tests } from "./tests.mjs";

/** How far to look, each further than the one before: the recorded tests, those nearest to the file, lengths of `npm test`. */
export const LENGTHS = ["recorded", "nearest", "quick", "normal", "deep"];

/** Seeds faults in a copy of its own and looks for tests that find them. */
export class Hunt {
  scratch = new Scratch();
  tests = new Tests(this.scratch.folder);
  /** By what was run, the tests that fail without a fault: they find nothing. */
  anyway = new Map();

  async begin() {
    await this.scratch.buildKernels();
    this.scratch.keep();
  }

  close() {
    this.tests.close();
    this.scratch.close();
  }

  /** The first length of tests with one that finds the fault, and that test; undefined if there is none up to a length. */
  async find(fault, longest) {
    const nearest = await nearestTo(fault.file);
    const known = finders().filter(({ name }) => name === fault.name);
    const files = new Set(known.map(({ file }) => file));
    for (const { file, title, isBuilt } of known) {
      const found = await this.among(fault, [file], title, isBuilt);
      if (found) return { length: nearest.includes(file) ? "nearest" : "normal", ...found };
    }
    if (longest === "recorded") return undefined;
    const others = nearest.filter((file) => !files.has(file));
    const near = others.length > 0 && (await this.among(fault, others));
    if (near) return { length: "nearest", ...near };
    for (const length of LENGTHS.slice(2, LENGTHS.indexOf(longest) + 1)) {
      const found = await this.inAll(fault, length);
      if (found) return { length, ...found };
    }
    return undefined;
  }

  /** The first test of some files that fails with the fault and not without it. A title that is gone stands for the file. */
  async among(fault, files, title = "", isBuilt = false) {
    const { scratch, tests } = this;
    if (isBuilt) await scratch.freshen();
    const changed = isBuilt ? "all" : this.changedBy(fault);
    const run = async () =>
      (await tests.failing(files, { title, changed })) ?? (await tests.failing(files, { changed })) ?? [];
    const failed = await scratch.with(fault, async () => {
      if (isBuilt) await scratch.build();
      else if (isKernel(fault)) await scratch.buildKernels();
      return await run();
    });
    if (isBuilt || isKernel(fault)) scratch.restoreBuilt();
    return this.first(failed, `${files} ${title}`, run);
  }

  /** The same of all tests of a length. */
  async inAll(fault, length) {
    const { scratch } = this;
    const run = () => failingOf(length, scratch.folder);
    const failed = await scratch.with(fault, run);
    scratch.restoreBuilt();
    return this.first(failed, length, run);
  }

  async first(failed, what, run) {
    if (failed.length === 0) return undefined;
    if (!this.anyway.has(what)) this.anyway.set(what, await run());
    const anyway = this.anyway.get(what);
    return failed.find(({ file, title }) => !anyway.some((one) => one.file === file && one.title === title));
  }

  changedBy(fault) {
    const { folder } = this.scratch;
    if (!isKernel(fault)) return [join(folder, fault.file)];
    const generated = join(folder, "packages", "coppice", "src", "kernels", "generated");
    return readdirSync(generated).map((name) => join(generated, name));
  }
}

const isKernel = ({ room }) => room === "kernels";
