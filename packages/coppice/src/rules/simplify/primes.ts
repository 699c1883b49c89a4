import type { Budget } from "./boxes.js";
import { isInside, overlapOn } from "./boxes.js";
import {
  type Axis,
  type Box,
  cellsOn,
  isExpressible,
  isFullOn,
  type Space,
  setCell,
  sizeOf,
} from "./space.js";

/**
 * All maximal boxes inside the union of the given ones (prime implicants), by the consensus method: for two boxes,
 * the union of their cells on one axis and the intersection on the others also lies within the union; when this
 * yields nothing new, all maximal boxes have been found. Undefined if the budget runs out.
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

/** The axes on which two boxes may be joined: they must overlap on all others. */
function axesToJoin(a: Box, b: Box, { axes }: Space): readonly Axis[] {
  let apart: Axis | undefined;
  for (const axis of axes) {
    if (overlapOn(a, b, axis)) continue;
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
  return gainsA && gainsB && isExpressible(made, full, axis) ? made : undefined;
}

/**
 * Enlarges the box without overlapping any of `off`: first by dropping whole conditions, in the given order of axes,
 * then by adding cells.
 */
export function expand(box: Box, off: readonly Box[], space: Space, order: readonly number[]): Box {
  const distance = new Distance(box, off, space);
  for (const a of order) {
    const allowed = distance.allowedOn(a);
    if (isFullOn(allowed, space.full, space.axes[a])) distance.grow(a, () => true);
  }
  for (const a of order) {
    const axis = space.axes[a];
    if (isFullOn(distance.box, space.full, axis)) continue;
    const wider = widened(distance.box, distance.allowedOn(a), axis);
    distance.grow(a, (cell) => wider.has(cell));
  }
  return distance.box;
}

/** A growing box, and the axes on which each of `off` is still disjoint from it: always at least one. */
class Distance {
  readonly box: Box;
  /** Indexed by box of `off` and axis. */
  private readonly apart: Uint8Array;
  private readonly count: Uint16Array;

  constructor(
    start: Box,
    private readonly off: readonly Box[],
    private readonly space: Space,
  ) {
    this.box = start.slice();
    const { axes } = space;
    this.apart = new Uint8Array(off.length * axes.length);
    this.count = new Uint16Array(off.length);
    off.forEach((other, o) => {
      for (let a = 0; a < axes.length; a++) {
        if (overlapOn(start, other, axes[a])) continue;
        this.apart[o * axes.length + a] = 1;
        this.count[o]++;
      }
    });
  }

  /** The cells of an axis that the box may include, given its cells on the others. */
  allowedOn(a: number): Box {
    const { axes, full } = this.space;
    const { from, words } = axes[a];
    const allowed = full.slice();
    for (let o = 0; o < this.off.length; o++) {
      if (this.count[o] !== 1 || this.apart[o * axes.length + a] === 0) continue;
      for (let w = from; w < from + words; w++) allowed[w] &= ~this.off[o][w];
    }
    return allowed;
  }

  grow(a: number, isIn: (cell: number) => boolean): void {
    const { axes } = this.space;
    for (let cell = 0; cell < sizeOf(axes[a]); cell++) if (isIn(cell)) setCell(this.box, axes[a], cell);
    for (let o = 0; o < this.off.length; o++) {
      const at = o * axes.length + a;
      if (this.apart[at] === 0 || !overlapOn(this.box, this.off[o], axes[a])) continue;
      this.apart[at] = 0;
      this.count[o]--;
    }
  }
}

/** The known cells that may be added to those of the box; for an ordered attribute, only adjacent ones. */
function widened(box: Box, allowed: Box, axis: Axis): ReadonlySet<number> {
  const cells = cellsOn(box, axis);
  const may = new Set(cellsOn(allowed, axis).filter((cell) => cell < axis.known));
  if (cells[0] === axis.known || axis.cuts === undefined)
    return cells[0] === axis.known ? new Set(cells) : may;
  const wider = new Set(cells);
  for (let cell = cells[0] - 1; cell >= 0 && may.has(cell); cell--) wider.add(cell);
  for (let cell = cells[cells.length - 1] + 1; may.has(cell); cell++) wider.add(cell);
  return wider;
}
