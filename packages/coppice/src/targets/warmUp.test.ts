import { afterEach, beforeEach, expect, it, vi } from "vitest";
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

it.each([
  [{ classes: 2, levels: false, whole: false }, ["classTree"]],
  [{ classes: 26, levels: false, whole: true }, ["classTree"]],
  [{ classes: 3, levels: true, whole: false }, ["mixedTree", "sort"]],
  [{ classes: 0, levels: true, whole: false }, ["column", "valueTree"]],
])("warming up for %j runs the kernels that will grow the tree: %s", (shape, kernels) => {
  expect(kernelsFor(shape)).toEqual(kernels);
});
