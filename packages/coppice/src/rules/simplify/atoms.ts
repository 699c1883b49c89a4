import { type Bits, bitsOf } from "../../base/bits.js";
import { type Budget, isInside, minus, overlap } from "./boxes.js";
import type { Box, Space } from "./space.js";

/**
 * Parts of `boxes` that no candidate divides, identified by the set of candidates that contain them; only parts with
 * a minimal set are kept, since covering one also covers every part whose set includes it. Returns for each candidate
 * the parts it contains; undefined if the budget runs out.
 */
export function atomsOf(
  boxes: readonly Box[],
  candidates: readonly Box[],
  space: Space,
  budget: Budget,
): { readonly count: number; readonly heldBy: readonly Bits[] } | undefined {
  const signatures = new Map<string, readonly number[]>();
  const open = boxes.map((piece) => ({ piece, at: 0, holders: [] as readonly number[] }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { piece } = next;
    let { at, holders } = next;
    for (; at < candidates.length; at++) {
      if (isInside(piece, candidates[at])) holders = [...holders, at];
      else if (overlap(piece, candidates[at], space)) break;
    }
    if (!budget.spend(1 + at - next.at + holders.length)) return undefined;
    if (at === candidates.length) {
      signatures.set(holders.join(), holders);
      continue;
    }
    const both = piece.map((word, w) => word & candidates[at][w]);
    open.push({ piece: both, at: at + 1, holders: [...holders, at] });
    for (const outside of minus(piece, candidates[at], space))
      open.push({ piece: outside, at: at + 1, holders });
  }
  const needed = minimal([...signatures.values()]);
  const heldBy = candidates.map((_, c) =>
    bitsOf(
      [...needed.keys()].filter((e) => needed[e].includes(c)),
      needed.length,
    ),
  );
  return { count: needed.length, heldBy };
}

/** The sets that contain no other set. */
function minimal(sets: readonly (readonly number[])[]): (readonly number[])[] {
  const sorted = [...sets].sort((a, b) => a.length - b.length);
  const kept: (readonly number[])[] = [];
  for (const set of sorted) {
    const members = new Set(set);
    if (!kept.some((other) => other.every((c) => members.has(c)))) kept.push(set);
  }
  return kept;
}
