import { type Axis, type Box, cellsOn, isExpressible, type Space } from "./space.js";

/** Whether two boxes overlap on an axis. */
export function overlapOn(a: Box, b: Box, { from, words }: Axis): boolean {
  for (let w = from; w < from + words; w++) if ((a[w] & b[w]) !== 0) return true;
  return false;
}

export function overlap(a: Box, b: Box, { axes }: Space): boolean {
  return axes.every((axis) => overlapOn(a, b, axis));
}

export function isInside(a: Box, b: Box): boolean {
  for (let w = 0; w < a.length; w++) if ((a[w] & ~b[w]) !== 0) return false;
  return true;
}

function isInsideOn(a: Box, b: Box, { from, words }: Axis): boolean {
  for (let w = from; w < from + words; w++) if ((a[w] & ~b[w]) !== 0) return false;
  return true;
}

/** The rows of `a` that are not in `b`, as disjoint boxes. */
export function minus(a: Box, b: Box, space: Space): Box[] {
  if (!overlap(a, b, space)) return [a];
  const pieces: Box[] = [];
  const rest = a.slice();
  for (const axis of space.axes) {
    for (const part of partsOutside(rest, b, axis, space)) pieces.push(part);
    for (let w = axis.from; w < axis.from + axis.words; w++) rest[w] &= b[w];
  }
  return pieces;
}

/** The part outside `b` on one axis, divided so that each piece can be expressed by one condition. */
function partsOutside(rest: Box, b: Box, axis: Axis, space: Space): Box[] {
  if (isInsideOn(rest, b, axis)) return [];
  const outside = rest.slice();
  for (let w = axis.from; w < axis.from + axis.words; w++) outside[w] &= ~b[w];
  if (isExpressible(outside, space.full, axis)) return [outside];
  const cells = cellsOn(outside, axis);
  const parts: number[][] = [];
  for (const cell of cells) {
    const last = parts[parts.length - 1];
    const goesOn =
      last !== undefined && cell !== axis.known && (!axis.cuts || cell === last[last.length - 1] + 1);
    if (goesOn) last.push(cell);
    else parts.push([cell]);
  }
  return parts.map((part) => withCells(rest, axis, part));
}

/** The box restricted to these cells on the axis. */
export function withCells(box: Box, axis: Axis, cells: readonly number[]): Box {
  const made = box.slice();
  made.fill(0, axis.from, axis.from + axis.words);
  for (const cell of cells) made[axis.from + (cell >>> 5)] |= 1 << (cell & 31);
  return made;
}

/** Whether the union of the boxes contains `box`; undefined if the budget runs out first. */
export function areCovering(
  boxes: readonly Box[],
  box: Box,
  space: Space,
  budget: Budget,
): boolean | undefined {
  const open: { readonly piece: Box; readonly at: number }[] = [{ piece: box, at: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { piece: left } = next;
    let { at } = next;
    // Most pieces lie in one box; only the others must be divided.
    if (!budget.spend(1 + (boxes.length >> 3))) return undefined;
    if (boxes.some((one) => isInside(left, one))) continue;
    while (at < boxes.length && !overlap(boxes[at], left, space)) {
      if (!budget.spend()) return undefined;
      at++;
    }
    if (at === boxes.length) return false;
    for (const piece of minus(left, boxes[at], space)) open.push({ piece, at: at + 1 });
    if (!budget.spend(space.axes.length)) return undefined;
  }
  return true;
}

/** Remaining steps: identical on every machine. A time limit may end them earlier. */
export class Budget {
  /** What ran out, if anything. */
  ended: "steps" | "time" | undefined;
  private sinceClock = 0;

  constructor(
    private steps: number,
    private readonly isLate?: () => boolean,
  ) {}

  /** False once the budget is exhausted. */
  spend(steps = 1): boolean {
    if (this.ended) return false;
    this.steps -= steps;
    this.sinceClock += steps;
    if (this.steps < 0) this.ended = "steps";
    else if (this.isLate && this.sinceClock > 1000) {
      this.sinceClock = 0;
      if (this.isLate()) this.ended = "time";
    }
    return this.ended === undefined;
  }
}
