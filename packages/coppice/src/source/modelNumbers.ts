import type { CoppiceError } from "../base/errors.js";
import { show } from "../base/errors.js";
import { errorAt } from "../table/cellError.js";
import type { Column, NominalColumn } from "../table/column.js";
import { type Interpretation, interpretMoments, type TextFacts } from "../table/interpret/interpret.js";
import { POINT_ADVICE, plainPoint } from "../table/plainPoint.js";
import type { NumberNotation, TimeNotation } from "../table/schema.js";
import { needed, textNumber } from "../table/textNumber.js";
import type { ReadOptions } from "./options.js";

type NumericNotation = NumberNotation | TimeNotation;

/** What is known of the file that the column is in. */
interface FileFacts {
  readonly file: string;
  /** The format declares the column to be timestamps. */
  readonly isMoments: boolean;
  /** The error of the first cell that is not a plain number, if the format reports it. */
  readonly fault: CoppiceError | undefined;
}

/**
 * A column that a model needs as numbers or dates, read as `predict` reads rows: in the notation of the model's training
 * table, never in one inferred afresh. Any other cell is an error.
 */
export function modelNumbers(
  column: Column,
  hint: NumericNotation | undefined,
  options: ReadOptions,
  facts: TextFacts,
  file: FileFacts,
): Interpretation {
  const notation = declared(hint, options);
  const numeric = column.type === "numeric" ? column : { ...numbersIn(column, notation, options, file) };
  const isTime = notation?.kind === "time";
  if (column.type === "numeric" && file.isMoments !== isTime) {
    const row = column.values.findIndex((value) => !Number.isNaN(value));
    if (row >= 0) throw wrongCell(column.name, notation, String(column.values[row]), row, file);
  }
  if (isTime) return interpretMoments(numeric, notation, { ...facts, hint: notation });
  return { columns: [notation ? { ...numeric, notation } : numeric], warnings: [] };
}

/** What the user declares about this file takes precedence over how the model's training table was written. */
function declared(
  hint: NumericNotation | undefined,
  { decimal, dates }: ReadOptions,
): NumericNotation | undefined {
  if (hint?.kind === "time") return dates ? { ...hint, order: dates } : hint;
  if (decimal === undefined || decimal === (hint?.decimal ?? ".")) return hint;
  const { decimal: _, group, ...rest } = hint ?? { kind: "number" as const };
  // The other separator can only separate thousands.
  const other = decimal === "," ? "." : ",";
  const isBlank = group === " " || group === "'";
  return { ...rest, ...(decimal === "," && { decimal }), group: isBlank ? group : other };
}

function numbersIn(
  { name, levels, codes }: NominalColumn,
  notation: NumericNotation | undefined,
  { missing, dates }: ReadOptions,
  file: FileFacts,
) {
  const numberIn = textNumber(notation, missing === undefined);
  const isDated = notation?.kind === "time" && dates !== undefined;
  // With points, the day would come first whatever the declared order.
  const read = levels.map((level) => numberIn(isDated ? level.replace(POINTED, "$1/$2/") : level));
  const wrong = codes.findIndex((code) => code >= 0 && read[code] === undefined);
  if (wrong >= 0) {
    const isLast = wrong > 0 && wrong === codes.length - 1;
    throw wrongCell(
      name,
      notation,
      levels[codes[wrong]],
      wrong,
      file,
      (isDated ? "" : order(notation)) + (isLast ? TOTALS : ""),
    );
  }
  const point = plainPoint(levels, notation);
  if (point !== undefined) {
    const row = codes.findIndex((code) => levels[code] === point);
    throw wrongCell(name, notation, point, row, { ...file, fault: undefined }, `; ${POINT_ADVICE}`);
  }
  const values = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : read[code]!));
  return { type: "numeric", name, values } as const;
}

const POINTED = /^\s*(\d{1,2})\.(\d{1,2})\.(?=\d{4})/;

function order(notation: NumericNotation | undefined): string {
  return notation?.kind === "time" && notation.shows !== "time"
    ? `; if it is a date, declare the order of day and month (dates: "dmy", --dates dmy)`
    : "";
}

const TOTALS = "; if the last line holds totals, skip it (skipLastLines: 1, --skip-last-lines 1)";

function wrongCell(
  name: string,
  notation: NumericNotation | undefined,
  text: string,
  row: number,
  { file, fault }: FileFacts,
  advice = "",
): CoppiceError {
  if (fault?.facts.value === text) return fault;
  const rule = needed(notation);
  const message = `the model needs ${rule} for ${show(name)}, found ${show(text)}; if that marks a missing value, add it to the missing markers${advice}`;
  return errorAt("CELL_TYPE", { file, row: row + 1 }, message, { name, rule, value: text });
}
