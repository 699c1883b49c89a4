import { isEnsemble, type Model } from "../../model/model.js";
import { isStringMeasure, matches, type StringMeasure } from "../../model/stringMeasure.js";
import { folded, tokensOf, WORDS } from "../../model/tokens.js";
import type { Derived } from "../../model/tree.js";
import { printable, word } from "../../model/words.js";
import { cellText } from "../../table/column.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Table } from "../../table/table.js";
import type { Because, MarkedString } from "./explanation.js";

/** The strings that a row's explanation looks at, with what was found in them. */
export function markedStrings(
  model: Model,
  attributes: readonly ColumnSchema[],
  table: Table,
  row: number,
  because: Because,
): MarkedString[] {
  const asked = mentioned(because, new Set<number>());
  const byName = new Map<string, StringMeasure>();
  for (const { names, derived } of sourcesOf(model)) {
    for (const step of derived) {
      if (isStringMeasure(step)) byName.set(names[(step as Derived).attribute], step);
    }
  }
  const found = new Map<string, [number, number][]>();
  for (const a of asked) {
    const measure = byName.get(attributes[a]?.name ?? "");
    if (measure === undefined) continue;
    const { name } = model.attributes[measure.attributes[0]];
    const column = table.columns.find((one) => one.name === name);
    const text = column && cellText(column, row);
    if (text === undefined) continue;
    found.set(name, [...(found.get(name) ?? []), ...marksIn(text, measure)]);
  }
  return [...found].map(([attribute, marks]) => {
    const column = table.columns.find((one) => one.name === attribute)!;
    return { attribute, text: cellText(column, row)!, marks: joined(marks) };
  });
}

/** Members are told apart from the model itself: they have measures of their own. */
function sourcesOf(
  model: Model,
): { readonly names: readonly string[]; readonly derived: readonly Derived[] }[] {
  const own = { names: model.attributes.map(({ name }) => name), derived: model.derived ?? [] };
  if (!isEnsemble(model) || model.members.kind !== "models") return [own];
  return [own, ...model.members.models.flatMap(sourcesOf)];
}

/** Every attribute that is mentioned anywhere in the reasons. */
function mentioned(value: unknown, into: Set<number>): Set<number> {
  if (Array.isArray(value)) for (const item of value) mentioned(item, into);
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === "attribute") into.add(item as number);
      else mentioned(item, into);
    }
  }
  return into;
}

/** Where a string has what is asked of it. Small letters of another length than capitals cannot be told apart: no marks. */
function marksIn(text: string, measure: StringMeasure): [number, number][] {
  if (measure.kind === "length") return [];
  const { fold } = measure;
  const whole = folded(text, fold);
  if (whole.length !== text.length) return [];
  const unit = measure.kind === "pattern" ? measure.unit : "words";
  const tokens = tokensOf(text, unit, fold);
  const starts =
    unit === "letters" ? letterStarts(tokens) : Array.from(whole.matchAll(WORDS), ({ index }) => index);
  const mark = (at: number, length: number): [number, number] => {
    const last = at + length - 1;
    return [starts[at], starts[last] + tokens[last].length];
  };
  if (measure.kind === "anyWord") {
    const words = new Set(measure.words);
    return tokens.flatMap((token, i) => (words.has(token) ? [mark(i, 1)] : []));
  }
  const { pattern, place } = measure;
  return matches(tokens, pattern, place).map((at) => mark(at, pattern.length));
}

function letterStarts(letters: readonly string[]): number[] {
  let at = 0;
  return letters.map((letter) => {
    at += letter.length;
    return at - letter.length;
  });
}

/** Ascending; marks that overlap or touch are one. */
function joined(marks: readonly [number, number][]): [number, number][] {
  const list: [number, number][] = [];
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = list[list.length - 1];
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else list.push([from, to]);
  }
  return list;
}

/** `sequence: tact[tataat]gcg`, with what would act on a terminal escaped. */
export function markedText({ attribute, text, marks }: MarkedString): string {
  let line = "";
  let at = 0;
  for (const [from, to] of marks) {
    line += `${printable(text.slice(at, from))}[${printable(text.slice(from, to))}]`;
    at = to;
  }
  return `${word(attribute)}: ${line}${printable(text.slice(at))}`;
}
