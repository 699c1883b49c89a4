import { percent } from "../../model/words.js";
import type { ColumnDescription, NominalDescription, NumericDescription } from "./describeColumn.js";
import { sparkline } from "./sparkline.js";
import { columnsOf, cut, cutWord, type TextColumn, tableLines } from "./terminal.js";
import { spanFigure, valueFigure } from "./wording.js";

const NAME = 22;

/** A table of the numeric columns and one of the others, each in the order of the file. */
export function columnsText(columns: readonly ColumnDescription[], width: number): string[] {
  const numbers = columns.filter((column) => column.type === "numeric");
  const others = columns.filter((column) => column.type !== "numeric");
  return [
    ...(numbers.length > 0 ? ["", ...numericLines(numbers, width)] : []),
    ...(others.length > 0 ? ["", ...nominalLines(others, width)] : []),
  ];
}

function numericLines(columns: readonly NumericDescription[], width: number): string[] {
  const right = (head: string, rank: number, cell: (c: NumericDescription) => string): TextColumn => {
    return { head, cells: columns.map(cell), align: "right", rank };
  };
  return tableLines(
    [
      left("numeric", columns, ({ name }) => cutWord(name, NAME)),
      right("missing", 1, missingText),
      right("distinct", 4, ({ distinct }) => String(distinct)),
      right("mean", 0, ({ mean, shows }) => valueFigure(mean, shows)),
      right("sd", 2, ({ sd, shows }) => spanFigure(sd, shows)),
      right("min", 0, ({ min, shows }) => valueFigure(min, shows)),
      right("25%", 3, ({ q1, shows }) => valueFigure(q1, shows)),
      right("median", 0, ({ median, shows }) => valueFigure(median, shows)),
      right("75%", 3, ({ q3, shows }) => valueFigure(q3, shows)),
      right("max", 0, ({ max, shows }) => valueFigure(max, shows)),
      left("histogram", columns, ({ histogram }) => (histogram ? sparkline(histogram.counts) : "")),
    ],
    width,
  );
}

function nominalLines(columns: readonly NominalDescription[], width: number): string[] {
  const right = (head: string, rank: number, cell: (c: NominalDescription) => string): TextColumn => {
    return { head, cells: columns.map(cell), align: "right", rank };
  };
  const fixed: TextColumn[] = [
    left("nominal", columns, ({ name }) => cutWord(name, NAME)),
    { ...left("type", columns, ({ type }) => type), rank: 1 },
    right("missing", 1, missingText),
    right("distinct", 0, ({ distinct }) => String(distinct)),
  ];
  const isAllNominal = columns.every(({ type }) => type === "nominal");
  const kept = isAllNominal ? fixed.filter(({ head }) => head !== "type") : fixed;
  const room = Math.max(20, width - Math.max(...tableLines(kept, width).map(columnsOf)) - 2);
  return tableLines([...kept, left("most frequent", columns, (column) => levelsText(column, room))], width);
}

function left<C>(head: string, columns: readonly C[], cell: (column: C) => string): TextColumn {
  return { head, cells: columns.map(cell), align: "left", rank: 0 };
}

function missingText({ missing, missingShare }: ColumnDescription): string {
  return missing === 0 ? "–" : percent(missingShare);
}

/** `5 to 60 letters, median 57`. */
export function lengthsText(
  type: NominalDescription["type"],
  { min, median, max }: NonNullable<NominalDescription["lengths"]>,
): string {
  const what = type === "text" ? "words" : "letters";
  return min === max ? `${max} ${what}` : `${min} to ${max} ${what}, median ${median}`;
}

const LEVEL = 24;

/** `Private (75%), Self-emp-not-inc (8%), …`: as many entries as fit, but at least one. */
function levelsText({ mostFrequent, distinct, lengths, type }: NominalDescription, room: number): string {
  if (lengths) return cut(lengthsText(type, lengths), room);
  const entries = mostFrequent.map(({ level, share }) => `${cutWord(level, LEVEL)} (${percent(share)})`);
  for (let shown = entries.length; shown > 0; shown--) {
    const text = entries.slice(0, shown).join(", ") + (shown < distinct ? ", …" : "");
    if (columnsOf(text) <= room || shown === 1) return cut(text, room);
  }
  return "";
}
