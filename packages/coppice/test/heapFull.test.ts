import { afterEach, describe, expect, it, vi } from "vitest";
import { type Heap, HeapFull } from "../src/kernels/heap.js";
import { useKernels } from "../src/kernels/support.js";
import { SoloTeam } from "../src/kernels/team.js";
import { fitTable } from "../src/learn/fit.js";
import { monks1, waveform } from "../src/synthetic/index.js";
import { makeTable } from "../src/table/table.js";
import { isDeep } from "./kit/length.js";
import { testTeam } from "./testTeam.js";

/** A team of one, whose memory is limited to a number of bytes. */
function tightTeam(bytes: number): { team: SoloTeam; refused: () => number } {
  const team = new SoloTeam();
  return { team, refused: limit(team.heap, bytes) };
}

/** Limits a memory to a number of bytes; returns how often more was refused. */
function limit(heap: Heap, bytes: number): () => number {
  const alloc = heap.alloc.bind(heap);
  let refused = 0;
  heap.alloc = (wanted) => {
    if (heap.mark() + wanted <= bytes) return alloc(wanted);
    refused++;
    throw new HeapFull("there is no room");
  };
  return () => refused;
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

  /** Most columns have few values: then codes take less memory than lists. */
  const rounded = makeTable(
    table.columns.map((column, i) =>
      i > 0 && column.type === "numeric" ? { ...column, values: column.values.map(Math.round) } : column,
    ),
  );

  it("forests give the same model with fewer threads, or another kernel, before they do without", async () => {
    const team = await testTeam(2);
    const request = { target: "class", learner: "forest", options: { trees: 3 } };
    const asked = vi.spyOn(team, "kernel");
    const alloc = team.heap.alloc.bind(team.heap);
    // By lists and by codes with two threads, then by lists and by codes with one, then without.
    const some = [7.4e6, 6.4e6, 5.6e6, 3.6e6];
    const room = isDeep ? Array.from({ length: 36 }, (_, i) => 9e6 - i * 2e5) : some;
    const ways = [Number.POSITIVE_INFINITY, ...room].map((bytes) => {
      asked.mockClear();
      const refused = limit(team.heap, bytes);
      const model = fitTable(rounded, { ...request, team });
      team.heap.alloc = alloc;
      return { model, kernels: new Set(asked.mock.calls.map(([{ name }]) => name)), refused: refused() };
    });
    useKernels(false);
    const plain = fitTable(rounded, request);
    for (const { model } of ways) expect(model).toEqual(plain);
    expect([...ways[0].kernels]).toEqual(["forest"]);
    expect([...new Set(ways.map(({ refused }) => refused))]).toEqual([0, 1, 2, 3, 4]);
  });

  it("makes no difference if there is enough", () => {
    const { team, refused } = tightTeam(2 ** 30);
    fitTable(monks1(), { target: "class", learner: "forest", options: { trees: 2 }, team });
    expect(refused()).toBe(0);
  });
});
