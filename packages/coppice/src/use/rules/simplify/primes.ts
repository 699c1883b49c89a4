import type { Budget } from "./boxes.js";
import { isInside, meetOn } from "./boxes.js";
import { type Axis, type Box, cellsOn, isFullOn, isSayable, type Space } from "./space.js";

/**
 * All boxes inside the union of the given ones that no greater box inside it holds (prime implicants), by consensus: of
 * two boxes, the union of their cells on one axis and what they share on the others lies within the union as well; and
 * when nothing new comes of that, no greater box is left out. Undefined when the budget ran out.
 */
export function primesOf(
  boxes: readonly Box[],
  space: Space,
  budget: Budget,
  most: number,
): Box[] | undefined {
  const found: Box[] = [];
  for (const box of boxes) absorb(found, box);
  for (let j = 1; j < found.length; j++) {
    for (let i = 0; i < j; i++) {
      if (!budget.spend(space.axes.length)) return undefined;
      const [a, b] = [found[i], found[j]];
      for (const axis of axesToJoin(a, b, space)) {
        const box = consensus(a, b, axis, space);
        if (!box) continue;
        if (!budget.spend(1 + (found.length >> 6))) return undefined;
        if (found.some((other) => isInside(box, other))) continue;
        found.push(box);
        if (found.length > 4 * most) return undefined;
      }
    }
  }
  const primes = found.filter((box, i) => !found.some((other, j) => j !== i && isInside(box, other)));
  return primes.length <= most ? primes : undefined;
}

function absorb(found: Box[], box: Box): void {
  if (!found.some((other) => isInside(box, other))) found.push(box);
}

/** The axes on which two boxes may be joined: all others must have cells in common. */
function axesToJoin(a: Box, b: Box, { axes }: Space): readonly Axis[] {
  let apart: Axis | undefined;
  for (const axis of axes) {
    if (meetOn(a, b, axis)) continue;
    if (apart) return [];
    apart = axis;
  }
  return apart ? [apart] : axes;
}

function consensus(a: Box, b: Box, axis: Axis, { full }: Space): Box | undefined {
  const made = new Uint32Array(a.length);
  let gainsA = false;
  let gainsB = false;
  for (let w = 0; w < a.length; w++) made[w] = a[w] & b[w];
  for (let w = axis.from; w < axis.from + axis.words; w++) {
    made[w] = a[w] | b[w];
    gainsA ||= made[w] !== a[w];
    gainsB ||= made[w] !== b[w];
  }
  return gainsA && gainsB && isSayable(made, full, axis) ? made : undefined;
}

/**
 * The box made greater as long as it meets none of `off`: first without whole conditions, in the given order of axes,
 * then by further cells.
 */
export function expand(box: Box, off: readonly Box[], space: Space, order: readonly Axis[]): Box {
  const grown = box.slice();
  for (const axis of order) {
    if (isFullOn(grown, space.full, axis)) continue;
    const allowed = allowedOn(grown, off, axis, space);
    if (isFullOn(allowed, space.full, axis)) grown.set(segment(allowed, axis), axis.from);
  }
  for (const axis of order) {
    if (isFullOn(grown, space.full, axis)) continue;
    widen(grown, allowedOn(grown, off, axis, space), axis);
  }
  return grown;
}

const segment = (box: Box, { from, words }: Axis) => box.subarray(from, from + words);

/** The box with every cell of the axis that does not bring it to meet a box of `off`. */
function allowedOn(box: Box, off: readonly Box[], axis: Axis, { axes, full }: Space): Box {
  const allowed = full.slice();
  for (const other of off) {
    if (!axes.every((one) => one === axis || meetOn(box, other, one))) continue;
    for (let w = axis.from; w < axis.from + axis.words; w++) allowed[w] &= ~other[w];
  }
  return allowed;
}

/** Adds the allowed known cells: of an ordered attribute those that join on either side. */
function widen(box: Box, allowed: Box, axis: Axis): void {
  const cells = cellsOn(box, axis);
  if (cells[0] === axis.known) return;
  const set = new Set(cellsOn(allowed, axis));
  const add = (cell: number) => {
    box[axis.from + (cell >>> 5)] |= 1 << (cell & 31);
  };
  if (axis.cuts === undefined) {
    for (const cell of set) if (cell < axis.known) add(cell);
    return;
  }
  for (let cell = cells[0] - 1; cell >= 0 && set.has(cell); cell--) add(cell);
  for (let cell = cells[cells.length - 1] + 1; cell < axis.known && set.has(cell); cell++) add(cell);
}
