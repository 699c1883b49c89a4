import { expect, it } from "vitest";
import { Heap, mapPages } from "./heap.js";

it("maps pages without changing them, each by one of the parts", () => {
  const heap = new Heap(true);
  const bytes = 5 * 65536 + 12;
  heap.reserve(bytes);
  expect(heap.bytes).toBe(6 * 65536);
  const words = heap.i32(0, heap.bytes / 4);
  words.forEach((_, i) => {
    words[i] = i;
  });
  for (const parts of [1, 2, 3]) {
    for (let index = 0; index < parts; index++) mapPages(heap.memory, bytes, index, parts);
  }
  expect(words.every((word, i) => word === i)).toBe(true);
});

it("reserves memory that allocations then use", () => {
  const heap = new Heap(true);
  heap.reserve(10 * 65536);
  const at = heap.alloc(9 * 65536);
  expect(heap.bytes).toBe(10 * 65536);
  expect(at).toBeLessThan(65536);
  heap.reserve(65536); // smaller than what there is: nothing happens
  expect(heap.bytes).toBe(10 * 65536);
});
