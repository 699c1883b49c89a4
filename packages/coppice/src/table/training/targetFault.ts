import type { Column, NominalColumn } from "../column.js";
import { cellText } from "../column.js";
import { identifierSpread } from "../identifier.js";
import { typeRemedy } from "../remedy.js";
import type { Warning } from "../table.js";

/** Why a target cannot be learned: an error when learning, a warning when only describing. */
export type Fault = Warning & { readonly code: "TARGET_CONSTANT" | "TARGET_CLASSES" };

/** `column` has the rows whose target is known. */
export function targetFault(column: Column, isDeclared: boolean): Fault | undefined {
  return constant(column) ?? (isDeclared || column.type === "numeric" ? undefined : classPerRow(column));
}

function constant(column: Column): Fault | undefined {
  const cells: ArrayLike<number> = column.type === "numeric" ? column.values : column.codes;
  for (let row = 1; row < cells.length; row++) if (cells[row] !== cells[0]) return undefined;
  const { name } = column;
  const value = JSON.stringify(cellText(column, 0) ?? "");
  const message = `the target ${JSON.stringify(name)} is ${value} in every row: there is nothing to learn`;
  return { code: "TARGET_CONSTANT", column: name, message };
}

function classPerRow(column: NominalColumn): Fault | undefined {
  const spread = identifierSpread(column);
  if (spread === undefined) return undefined;
  const { name } = column;
  const { distinct, known } = spread;
  const what = `the target ${JSON.stringify(name)} has ${distinct} classes in ${known} rows, too few rows per class to learn from`;
  const number = numberInText(column);
  const fault = { code: "TARGET_CLASSES", column: name } as const;
  return number === undefined
    ? {
        ...fault,
        message: `${what}: it looks like an identifier or free text, so another column may be the target`,
        remedy: typeRemedy(name, "nominal", "if these are classes"),
      }
    : {
        ...fault,
        message: `${what}: its cells look like numbers read as text, such as ${JSON.stringify(number)}`,
        remedy: typeRemedy(name, "numeric", "to read them as numbers or to find the cell that is not one"),
      };
}

/** Digits with separators, perhaps with a sign, a currency or a unit. */
const NUMBER = /^[-+(]?\s*\p{Sc}?\s*[-+]?\d[\d.,'’\s]*\s*[%\p{L}\p{Sc}]{0,4}\)?$/u;

/** A level that looks like a number, if most levels do. */
function numberInText({ levels }: NominalColumn): string | undefined {
  const alike = levels.filter((level) => NUMBER.test(level));
  return alike.length > levels.length / 2 ? alike[0] : undefined;
}
