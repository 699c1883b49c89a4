import { afterEach, describe, expect, it } from "vitest";
import { HeapFull } from "../src/kernels/heap.js";
import { useKernels } from "../src/kernels/support.js";
import { SoloTeam } from "../src/kernels/team.js";
import { fitTable } from "../src/learn/fit.js";
import { monks1, waveform } from "../src/synthetic/index.js";

/** A team whose memory is limited to a number of bytes. */
function tightTeam(bytes: number): { team: SoloTeam; refused: () => number } {
  const team = new SoloTeam();
  const { heap } = team;
  const alloc = heap.alloc.bind(heap);
  let refused = 0;
  heap.alloc = (wanted) => {
    if (heap.mark() + wanted <= bytes) return alloc(wanted);
    refused++;
    throw new HeapFull("there is no room");
  };
  return { team, refused: () => refused };
}

afterEach(() => useKernels(true));

describe("if a kernel runs out of memory", () => {
  const table = waveform({ rows: 8000, seed: 1 });
  it.each([
    ["cart", { prune: "none" }],
    ["c45", {}],
    ["forest", { trees: 2 }],
    ["extraTrees", { trees: 2 }],
  ])("%s gives the same model another way", (learner, options) => {
    const request = { target: "class", learner, options };
    const { team, refused } = tightTeam(1_000_000);
    const model = fitTable(table, { ...request, team });
    expect(refused()).toBeGreaterThan(0);
    useKernels(false);
    expect(model).toEqual(fitTable(table, request));
  });

  it("makes no difference if there is enough", () => {
    const { team, refused } = tightTeam(2 ** 30);
    fitTable(monks1(), { target: "class", learner: "forest", options: { trees: 2 }, team });
    expect(refused()).toBe(0);
  });
});
