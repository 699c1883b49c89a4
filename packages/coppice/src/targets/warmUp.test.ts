import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { classTreeTuning } from "../engine/memory/classTree.js";
import { valueTreeSizes } from "../engine/memory/valueTree.js";
import { SoloTeam } from "../kernels/team.js";
import { warmUp } from "./warmUp.js";

const { middle } = valueTreeSizes;

beforeEach(() => {
  vi.spyOn(SoloTeam.prototype, "kernel");
});

afterEach(() => {
  vi.restoreAllMocks();
  valueTreeSizes.middle = middle;
  delete classTreeTuning.sizes;
});

/** The kernels that a warm-up runs. */
function kernelsFor(shape: Parameters<typeof warmUp>[0]): string[] {
  warmUp(shape);
  const used = vi.mocked(SoloTeam.prototype.kernel).mock.calls.map(([{ name }]) => name);
  return [...new Set(used)].sort();
}

describe("warming up", () => {
  it("runs the kernel that will grow the tree", () => {
    expect(kernelsFor({ classes: 2, levels: false, whole: false })).toEqual(["classTree"]);
  });

  it("runs it for many classes and small integers", () => {
    expect(kernelsFor({ classes: 26, levels: false, whole: true })).toEqual(["classTree"]);
  });

  it("runs the kernel for levels", () => {
    expect(kernelsFor({ classes: 3, levels: true, whole: false })).toEqual(["mixedTree", "sort"]);
  });

  it("runs the kernel for numbers", () => {
    expect(kernelsFor({ classes: 0, levels: true, whole: false })).toEqual(["column", "valueTree"]);
  });
});
