import { type Column, takeRows } from "../column.js";
import { columnRemedy } from "../remedy.js";
import { columnOf, type Table, type Warning } from "../table.js";
import { isMissing, missingPredictiveness, type Outcome, predictiveness } from "./predictiveness.js";
import { sampleClasses, sampleRows } from "./sampleRows.js";

/** Minimum share of the uncertainty about the target that one attribute removes; below, it is good, not suspicious. */
const LEAK_OF_CLASS = 0.99;
const LEAK_OF_NUMBER = 0.999;
const LEAK_OF_MISSING = 0.95;
/** The thresholds are lower by this much on the first sample. */
const SLACK = 0.05;
/** With fewer rows outside the majority class, or fewer missing values, a match may be random. */
const FEW_ROWS = 10;
/** Sample sizes: every attribute is examined on the first; suspicious ones, on the second. */
const FIRST_ROWS = 400;
const MORE_ROWS = 20_000;
/** More such attributes than this share one warning: the target is then easy, or computed from them. */
const MOST_LINES = 3;

interface Leak {
  readonly code: "LEAK" | "LEAK_MISSING";
  readonly name: string;
  /** From 0 to 1. */
  readonly predictiveness: number;
}

/**
 * Attributes that predict the target by themselves, or by being missing. Such a column is often recorded after the outcome,
 * and not known when predicting.
 */
export function leakWarnings(table: Table, target: string, attributes: readonly string[]): Warning[] {
  const column = columnOf(table, target);
  const first =
    column.type === "numeric"
      ? sampleRows(table.rows, FIRST_ROWS)
      : sampleClasses(column.codes, column.levels.length, FIRST_ROWS);
  const suspects = leaksAt(table, column, first, attributes, SLACK);
  if (suspects.length === 0) return [];
  const more = sampleRows(table.rows, MORE_ROWS);
  const names = suspects.map(({ name }) => name);
  return textsOf(leaksAt(table, column, more, names, 0), target);
}

function leaksAt(
  table: Table,
  target: Column,
  rows: Int32Array,
  attributes: readonly string[],
  slack: number,
): Leak[] {
  const outcome = outcomeOf(takeRows(target, rows));
  if (!isEnough(outcome)) return [];
  return attributes.flatMap((name) => leakOf(takeRows(columnOf(table, name), rows), outcome, slack) ?? []);
}

function leakOf(column: Column, outcome: Outcome, slack: number): Leak | undefined {
  const { name } = column;
  const byMissing = isOftenMissing(column) ? missingPredictiveness(column, outcome) : 0;
  if (byMissing >= LEAK_OF_MISSING - slack) {
    return { code: "LEAK_MISSING", name, predictiveness: byMissing };
  }
  const enough = outcome.kind === "classes" ? LEAK_OF_CLASS : LEAK_OF_NUMBER;
  const found = predictiveness(column, outcome);
  return found >= enough - slack ? { code: "LEAK", name, predictiveness: found } : undefined;
}

/** A number with two values, such as 0 and 1, is two classes: a threshold may separate them. */
function outcomeOf(target: Column): Outcome {
  if (target.type !== "numeric") {
    return { kind: "classes", codes: target.codes, classes: target.levels.length };
  }
  const { values } = target;
  const other = values.find((value) => value !== values[0]);
  const isTwo = other !== undefined && values.every((value) => value === values[0] || value === other);
  return isTwo
    ? {
        kind: "classes",
        codes: Int32Array.from(values, (value) => (value === values[0] ? 0 : 1)),
        classes: 2,
      }
    : { kind: "values", values };
}

function isEnough(outcome: Outcome): boolean {
  if (outcome.kind === "values") return outcome.values.length >= 2 * FEW_ROWS;
  const counts = new Int32Array(outcome.classes);
  for (const code of outcome.codes) counts[code]++;
  return outcome.codes.length - Math.max(...counts) >= FEW_ROWS;
}

function isOftenMissing(column: Column): boolean {
  const rows = column.type === "numeric" ? column.values.length : column.codes.length;
  let missing = 0;
  for (let row = 0; row < rows; row++) if (isMissing(column, row)) missing++;
  return missing >= FEW_ROWS && rows - missing >= FEW_ROWS;
}

const WHY = "it may have been recorded after the outcome";

function textsOf(leaks: readonly Leak[], target: string): Warning[] {
  const quoted = JSON.stringify(target);
  if (leaks.length > MOST_LINES) {
    const names = leaks.slice(0, MOST_LINES).map(({ name }) => JSON.stringify(name));
    const message =
      `${leaks.length} attributes each predict the target ${quoted} almost perfectly by themselves, such as ${names.join(", ")}: ` +
      "the target may be computed from them, or they from the target";
    return [{ code: "LEAK", message }];
  }
  return leaks.map(({ code, name, predictiveness: found }) => {
    const how = found >= 1 ? "perfectly" : "almost perfectly";
    const column = JSON.stringify(name);
    return {
      code,
      column: name,
      message:
        code === "LEAK"
          ? `${column} alone predicts the target ${quoted} ${how}: ${WHY}`
          : `whether ${column} is missing predicts the target ${quoted} ${how}: ${WHY}`,
      remedy: columnRemedy("ignore", name, "if it is not known when predicting"),
    };
  });
}
