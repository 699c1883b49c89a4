import { CoppiceError } from "../../base/errors.js";
import { type Budget, isInside, minus, overlap, withCells } from "./boxes.js";
import { type Axis, type Box, cellsOn, hasCell, type Space } from "./space.js";

/** The complement of the boxes, as disjoint pieces. */
export function complementOf(boxes: readonly Box[], space: Space, budget: Budget): Box[] {
  const rest: Box[] = [];
  const open: { readonly piece: Box; readonly within: readonly Box[] }[] = [
    { piece: space.full, within: boxes },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { piece, within } = next;
    if (within.length === 0) {
      rest.push(piece);
      continue;
    }
    if (within.some((box) => isInside(piece, box))) continue;
    const parts = apart(piece, within, space);
    if (parts.length === 0) rest.push(...remainderOf([piece], within, space, budget));
    for (const part of parts)
      open.push({ piece: part, within: within.filter((box) => overlap(part, box, space)) });
  }
  return rest;
}

/**
 * The piece divided along an axis so that no box lies on both sides of a cut; empty if there is no such axis. The
 * boxes of a tree's leaves can always be divided in this way: by the test of their common ancestor.
 */
function apart(piece: Box, boxes: readonly Box[], space: Space): Box[] {
  for (const axis of space.axes) {
    const groups = groupsOn(axis, piece, boxes);
    if (groups.length > 1) return groups.map((cells) => withCells(piece, axis, cells));
  }
  return [];
}

/** The cells of the piece, grouped by being in one box, directly or transitively. */
function groupsOn(axis: Axis, piece: Box, boxes: readonly Box[]): number[][] {
  const cells = cellsOn(piece, axis);
  const leader = new Map(cells.map((cell) => [cell, cell]));
  const leaderOf = (cell: number): number => {
    let at = cell;
    while (leader.get(at) !== at) at = leader.get(at)!;
    return at;
  };
  for (const box of boxes) {
    const mine = cells.filter((cell) => hasCell(box, axis, cell));
    if (mine.length === cells.length) return [cells];
    const first = leaderOf(mine[0]);
    for (const cell of mine) leader.set(leaderOf(cell), first);
  }
  const groups = new Map<number, number[]>();
  for (const cell of cells) {
    const key = leaderOf(cell);
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  return [...groups.values()];
}

/** The rows of `from` that are in none of the boxes. */
export function remainderOf(
  from: readonly Box[],
  gone: readonly Box[],
  space: Space,
  budget: Budget,
): readonly Box[] {
  let left = from;
  for (const box of gone) {
    if (!budget.spend(left.length)) {
      const message = "the rules overlap too much to be separated";
      throw new CoppiceError("RULES_TANGLED", message, {
        rule: "rules that overlap little",
        value: gone.length,
      });
    }
    if (left.some((one) => overlap(one, box, space))) left = left.flatMap((one) => minus(one, box, space));
  }
  return left;
}
