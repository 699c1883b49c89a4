import { CoppiceError } from "../../base/errors.js";
import { xlog2x } from "../../base/log2.js";
import type { Column, NominalColumn } from "../../table/column.js";
import { isStringType } from "../../table/schema.js";
import { classGroups } from "./classes.js";
import { countLevels } from "./describeColumn.js";
import type { Group } from "./groups.js";
import { momentsOf } from "./moments.js";

export type ClassCount = Extract<Group, { kind: "level" | "others" }> & {
  readonly count: number;
  readonly share: number;
};

export interface ClassTarget {
  readonly task: "classification";
  readonly name: string;
  /** Rows with a known class; the others are not counted in any table. */
  readonly rows: number;
  /** In the column's order; with many classes the rarest are counted together, last. */
  readonly classes: readonly ClassCount[];
  /** Entropy in bits: the maximum gain. */
  readonly entropy: number;
}

export interface ValueTarget {
  readonly task: "regression";
  readonly name: string;
  /** Rows with a known value; the others are not counted in any table. */
  readonly rows: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Absent for a single row. */
  readonly sd?: number;
}

export type TargetDescription = ClassTarget | ValueTarget;

/** Every row has a value. */
export function describeTarget(column: Column): TargetDescription {
  if (column.type !== "numeric") return describeClasses(column);
  const sorted = column.values.slice().sort();
  const { mean = 0, ...spread } = momentsOf(column.values);
  const [min, max] = [sorted[0], sorted[sorted.length - 1]];
  return { task: "regression", name: column.name, rows: sorted.length, min, max, mean, ...spread };
}

function describeClasses(column: NominalColumn): ClassTarget {
  const { name, codes, levels } = column;
  const counts = countLevels(codes, levels.length);
  const rows = codes.length;
  const { kept, others } = classGroups(column);
  const classes: ClassCount[] = kept.map((code) => {
    return { kind: "level", level: levels[code], count: counts[code], share: counts[code] / rows };
  });
  const count = rows - classes.reduce((sum, each) => sum + each.count, 0);
  if (others > 0) classes.push({ kind: "others", levels: others, count, share: count / rows });
  const entropy = (xlog2x(rows) - counts.reduce((sum, n) => sum + xlog2x(n), 0)) / rows;
  return { task: "classification", name, rows, classes, entropy: Math.max(0, entropy) };
}

/** Free text has no classes. */
export function checkTargetType({ name, type }: Column): void {
  if (!isStringType(type)) return;
  const rule = "numeric, nominal or ordered";
  throw new CoppiceError("TARGET_TYPE", `the target ${JSON.stringify(name)} must be ${rule}; it is ${type}`, {
    name,
    rule,
    value: type,
  });
}
