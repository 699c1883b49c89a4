import type { Column } from "../../table/column.js";
import type { ColumnType } from "../../table/schema.js";
import { type Group, groupsOf } from "./groups.js";
import type { Cell, Outcome } from "./outcome.js";
import { type Worth, worthOf } from "./worth.js";

/** An attribute against the target. */
export interface OneWay extends Worth {
  readonly attribute: string;
  readonly type: ColumnType;
  /** Every row with a known target is in one of them. */
  readonly groups: readonly (Group & Cell)[];
}

const LIMITS = { ranges: 8, levels: 12 };

export function oneWay(column: Column, outcome: Outcome): OneWay {
  const { groups, codes } = groupsOf(column, LIMITS);
  const cells = outcome.cells(codes, groups.length);
  return {
    attribute: column.name,
    type: column.type,
    ...worthOf(column, outcome),
    groups: groups.map((group, i) => ({ ...group, ...cells[i] })),
  };
}

/** The most telling first; of equals the one that stands first in the table. */
export function byWorth(a: Worth, b: Worth): number {
  return scoreOf(b) - scoreOf(a);
}

/** Gain in bits, or the share of variance explained. */
export function scoreOf({ gain, explained }: Worth): number {
  return gain ?? explained ?? 0;
}
