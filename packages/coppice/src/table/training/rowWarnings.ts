import type { Warning } from "../table.js";

/** Warnings that both `trainingFrom` and an engine's `prepare` issue, in the same words. */

export function targetMissingWarning(target: string, rows: number): Warning {
  return {
    code: "TARGET_MISSING_ROWS",
    column: target,
    message: `the target ${JSON.stringify(target)} is missing in ${rowCount(rows)}: excluded`,
  };
}

export function zeroWeightWarning(rows: number): Warning {
  const what = rows === 1 ? "1 row has" : `${rows} rows have`;
  return { code: "ZERO_WEIGHT_ROWS", message: `${what} weight 0: ignored` };
}

export function stringWarning(column: string): Warning {
  return {
    code: "STRING_IGNORED",
    column,
    message: `${JSON.stringify(column)} holds free text: excluded`,
  };
}

function rowCount(rows: number): string {
  return rows === 1 ? "1 row" : `${rows} rows`;
}
