import type { Column } from "../../table/column.js";
import type { ColumnType } from "../../table/schema.js";
import { type Group, groupsOf } from "./groups.js";
import { type Informativeness, informativenessOf } from "./informativeness.js";
import type { Cell, Outcome } from "./outcome.js";

/** An attribute against the target. */
export interface OneWay extends Informativeness {
  readonly attribute: string;
  readonly type: ColumnType;
  /** Every row with a known target is in exactly one of them. */
  readonly groups: readonly (Group & Cell)[];
}

const LIMITS = { ranges: 8, levels: 12 };

export function oneWay(column: Column, outcome: Outcome): OneWay {
  const { groups, codes } = groupsOf(column, LIMITS);
  const cells = outcome.cells(codes, groups.length);
  return {
    attribute: column.name,
    type: column.type,
    ...informativenessOf(column, outcome),
    groups: groups.map((group, i) => ({ ...group, ...cells[i] })),
  };
}

/** Most informative first; ties in the table's order. */
export function byInformativeness(a: Informativeness, b: Informativeness): number {
  return scoreOf(b) - scoreOf(a);
}

/** Gain in bits, or the share of variance explained. */
export function scoreOf({ gain, explained }: Informativeness): number {
  return gain ?? explained ?? 0;
}
