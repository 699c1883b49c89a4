import { unreachable } from "../../base/errors.js";
import type { Condition } from "../../model/condition.js";
import type { ColumnSchema } from "../../table/schema.js";
import { codesOf } from "../merge.js";

/**
 * A set of rows that a conjunction may describe: for each attribute in use, the cells it allows, one bit each. Each
 * attribute has its own words of bits.
 */
export type Box = Uint32Array;

/** An attribute, divided into the cells that the conditions distinguish. */
export interface Axis {
  readonly attribute: number;
  /** The first word of its bits, and the number of words. */
  readonly from: number;
  readonly words: number;
  /** The number of cells: intervals between bounds, or groups of levels. */
  readonly known: number;
  /** One more cell, the last, for a missing value. */
  readonly hasMissing: boolean;
  /** Numeric and ordered: only consecutive cells form a condition. Cell i ends at cuts[i]. */
  readonly cuts?: readonly number[];
  /** Nominal: the levels of each cell. */
  readonly groups?: readonly (readonly number[])[];
}

/** The product of the cells that a set of conditions distinguishes. */
export class Space {
  readonly axes: readonly Axis[];
  readonly words: number;
  readonly full: Box;

  constructor(
    conjunctions: Iterable<readonly Condition[]>,
    private readonly attributes: readonly ColumnSchema[],
  ) {
    const byAttribute = new Map<number, Condition[]>();
    for (const conjunction of conjunctions) {
      for (const one of conjunction) {
        const known = byAttribute.get(one.attribute);
        if (known) known.push(one);
        else byAttribute.set(one.attribute, [one]);
      }
    }
    let from = 0;
    this.axes = [...byAttribute.keys()]
      .sort((a, b) => a - b)
      .map((attribute) => {
        const axis = axisOf(attribute, attributes[attribute], byAttribute.get(attribute)!, from);
        from += axis.words;
        return axis;
      });
    this.words = from;
    this.full = new Uint32Array(from);
    for (const axis of this.axes)
      for (let cell = 0; cell < sizeOf(axis); cell++) setCell(this.full, axis, cell);
  }

  /** The number of combinations of cells. */
  get cells(): number {
    return this.axes.reduce((product, axis) => product * sizeOf(axis), 1);
  }

  boxOf(conditions: readonly Condition[]): Box {
    const box = this.full.slice();
    for (const one of conditions) {
      const axis = this.axes.find(({ attribute }) => attribute === one.attribute)!;
      const allowed = cellsOf(one, axis, this.attributes[one.attribute]);
      for (let w = 0; w < axis.words; w++) box[axis.from + w] &= allowed[w];
    }
    return box;
  }

  /** The conditions that describe a box, one for each axis on which it does not allow every cell. */
  conditionsOf(box: Box): Condition[] {
    return this.axes.filter((axis) => !isFullOn(box, this.full, axis)).map((axis) => conditionOn(box, axis));
  }
}

export function sizeOf({ known, hasMissing }: Axis): number {
  return known + (hasMissing ? 1 : 0);
}

export function hasCell(box: Box, { from }: Axis, cell: number): boolean {
  return ((box[from + (cell >>> 5)] >>> (cell & 31)) & 1) === 1;
}

export function setCell(box: Box, { from }: Axis, cell: number): void {
  box[from + (cell >>> 5)] |= 1 << (cell & 31);
}

export function isFullOn(box: Box, full: Box, { from, words }: Axis): boolean {
  for (let w = from; w < from + words; w++) if (box[w] !== full[w]) return false;
  return true;
}

/** The cells of a box on one axis, ascending. */
export function cellsOn(box: Box, axis: Axis): number[] {
  const cells: number[] = [];
  for (let cell = 0; cell < sizeOf(axis); cell++) if (hasCell(box, axis, cell)) cells.push(cell);
  return cells;
}

/**
 * Whether one condition can express the cells of the box: all, missing alone, or known ones (consecutive, if
 * ordered).
 */
export function isExpressible(box: Box, full: Box, axis: Axis): boolean {
  if (isFullOn(box, full, axis)) return true;
  const cells = cellsOn(box, axis);
  if (cells.length === 0) return false;
  const last = cells[cells.length - 1];
  if (last === axis.known) return cells.length === 1;
  return axis.cuts === undefined || last - cells[0] === cells.length - 1;
}

function axisOf(
  attribute: number,
  schema: ColumnSchema,
  conditions: readonly Condition[],
  from: number,
): Axis {
  const hasMissing = conditions.some(({ kind }) => kind === "missing" || kind === "known");
  const isRun = schema.type !== "nominal" && conditions.every(({ kind }) => kind !== "levels");
  const parts = isRun ? { cuts: cutsOf(conditions) } : { groups: groupsOf(conditions, schema) };
  const known = parts.cuts ? parts.cuts.length + 1 : parts.groups!.length;
  const words = (known + (hasMissing ? 1 : 0) + 31) >>> 5;
  return { attribute, from, words, known, hasMissing, ...parts };
}

function cutsOf(conditions: readonly Condition[]): number[] {
  const cuts = new Set<number>();
  for (const one of conditions) {
    if (one.kind !== "range") continue;
    if (one.above !== undefined) cuts.add(one.above);
    if (one.atMost !== undefined) cuts.add(one.atMost);
  }
  return [...cuts].sort((a, b) => a - b);
}

/** Levels that no condition distinguishes are grouped. */
function groupsOf(conditions: readonly Condition[], schema: ColumnSchema): number[][] {
  const signatures = (schema.levels ?? []).map(() => [] as number[]);
  conditions.forEach((one, i) => {
    if (one.kind !== "levels" && one.kind !== "range") return;
    for (const code of codesOf(one, schema)) signatures[code]?.push(i);
  });
  const groups = new Map<string, number[]>();
  signatures.forEach((signature, code) => {
    const key = signature.join();
    groups.set(key, [...(groups.get(key) ?? []), code]);
  });
  return [...groups.values()];
}

function cellsOf(condition: Condition, axis: Axis, schema: ColumnSchema): Uint32Array {
  const bits = new Uint32Array(axis.words);
  const local = { ...axis, from: 0 };
  const { kind } = condition;
  switch (kind) {
    case "missing":
      setCell(bits, local, axis.known);
      return bits;
    case "known":
      for (let cell = 0; cell < axis.known; cell++) setCell(bits, local, cell);
      return bits;
    case "range":
    case "levels": {
      if (axis.cuts === undefined) {
        const codes = new Set(codesOf(condition, schema));
        axis.groups!.forEach((group, cell) => {
          if (codes.has(group[0])) setCell(bits, local, cell);
        });
        return bits;
      }
      const { above, atMost } = condition as Condition & { kind: "range" };
      const first = above === undefined ? 0 : axis.cuts.indexOf(above) + 1;
      const last = atMost === undefined ? axis.cuts.length : axis.cuts.indexOf(atMost);
      for (let cell = first; cell <= last; cell++) setCell(bits, local, cell);
      return bits;
    }
    default:
      return unreachable(kind);
  }
}

function conditionOn(box: Box, axis: Axis): Condition {
  const { attribute, known, cuts, groups } = axis;
  const cells = cellsOn(box, axis);
  if (cells[0] === known) return { kind: "missing", attribute };
  if (cells.length === known) return { kind: "known", attribute };
  if (groups) {
    const levels = cells.flatMap((cell) => groups[cell]).sort((a, b) => a - b);
    return { kind: "levels", attribute, levels };
  }
  const [first, last] = [cells[0], cells[cells.length - 1]];
  return {
    kind: "range",
    attribute,
    ...(first > 0 && { above: cuts![first - 1] }),
    ...(last < known - 1 && { atMost: cuts![last] }),
  };
}
