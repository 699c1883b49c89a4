import { expect, it } from "vitest";
import { Heap } from "./heap.js";

it("reserves memory that allocations then use", () => {
  const heap = new Heap(true);
  heap.reserve(10 * 65536);
  const at = heap.alloc(9 * 65536);
  expect(heap.bytes).toBe(10 * 65536);
  expect(at).toBeLessThan(65536);
  heap.reserve(65536); // smaller than what there is: nothing happens
  expect(heap.bytes).toBe(10 * 65536);
});
