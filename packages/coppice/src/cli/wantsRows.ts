/** Flags of which some values need the rows in memory. */
export interface RowFlags {
  readonly report?: string | undefined;
  readonly assess: string;
  readonly continue?: string | undefined;
}

/** The flag that does; undefined if none is given. */
export function wantsRows({ report, assess, continue: from }: RowFlags): string | undefined {
  if (report !== undefined) return "--report";
  if (from !== undefined) return "--continue";
  return ["folds", "holdout"].includes(assess) ? `--assess ${assess}` : undefined;
}
