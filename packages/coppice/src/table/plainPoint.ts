import type { Notation } from "./schema.js";

const PLAIN = /^\s*[-+]?\d*\.\d+\s*$/;
const GROUPED = /^\s*[-+]?[1-9]\d{0,2}\.\d{3}\s*$/;

/**
 * Where points separate thousands: the first text that only a decimal point explains, if points that look like those of
 * thousands are beside it. The column may be written in either notation.
 */
export function plainPoint(texts: readonly string[], notation: Notation | undefined): string | undefined {
  if (notation?.kind !== "number" || notation.group !== ".") return undefined;
  const plain = texts.find((text) => PLAIN.test(text) && !GROUPED.test(text));
  return plain !== undefined && texts.some((text) => GROUPED.test(text)) ? plain : undefined;
}

/** What to do about it, for messages. */
export const POINT_ADVICE =
  'other cells have points that would separate thousands: if all points are decimal points, say so (decimal: ".", --decimal .)';
