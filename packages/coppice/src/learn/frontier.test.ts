import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll, itHolds } from "../../test/kit/forAll.js";
import { bestFirst, depthFirst, type Frontier, levelWise } from "./frontier.js";
import type { GrowNode } from "./growNode.js";

const node = (id: number, gain = 0, weight = 1) =>
  ({ id, planned: { gain }, judgedWeight: weight }) as unknown as GrowNode;
function drain(frontier: Frontier): number[][] {
  const taken: number[][] = [];
  while (frontier.size > 0) taken.push(frontier.take().map(({ id }) => id));
  return taken;
}

const list = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 4 })), {
  maxLength: 60,
});

itHolds("bestFirst takes nodes as sorted by gain × weight, the elder on a tie", 100, [list], (pairs) => {
  const frontier = bestFirst();
  const nodes = pairs.map(([gain, weight], id) => node(id, gain, weight));
  for (const one of nodes) frontier.push(one);
  const worth = (id: number) => pairs[id][0] * pairs[id][1];
  const sorted = [...pairs.keys()].sort((a, b) => worth(b) - worth(a) || a - b);
  expect(drain(frontier)).toEqual(sorted.map((id) => [id]));
});

it("bestFirst takes the best of those that are there, pushes and takes in any order", () => {
  forAll(100, [list, fc.array(fc.boolean(), { maxLength: 120 })], (pairs, pushes) => {
    const frontier = bestFirst();
    const waiting = new Map<number, number>();
    let next = 0;
    for (const push of pushes) {
      if (push && next < pairs.length) {
        waiting.set(next, pairs[next][0] * pairs[next][1]);
        frontier.push(node(next, ...pairs[next++]));
      } else if (frontier.size > 0) {
        const [{ id }] = frontier.take();
        const most = Math.max(...waiting.values());
        const best = [...waiting.keys()].filter((key) => waiting.get(key) === most);
        expect(id).toBe(Math.min(...best));
        waiting.delete(id);
      }
      expect(frontier.size).toBe(waiting.size);
    }
  });
});

it.each([
  ["depthFirst takes the youngest alone", depthFirst, [3], [[4], [2], [1]]],
  ["levelWise takes all that wait together", levelWise, [1, 2, 3], [[4]]],
])("%s", (_, make, first, rest) => {
  const frontier = make();
  for (const id of [1, 2, 3]) frontier.push(node(id));
  expect(frontier.size).toBe(3);
  expect(frontier.take().map(({ id }) => id)).toEqual(first);
  frontier.push(node(4));
  expect(drain(frontier)).toEqual(rest);
});
