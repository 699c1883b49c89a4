import { CoppiceError } from "coppice";

/** A name between quotes; quotes inside are doubled. No engine can have a NUL in a name. */
export function quotedName(name: string, quote: string): string {
  if (name === "" || name.includes("\0")) {
    const rule = "not empty and without NUL characters";
    const message = `the name ${JSON.stringify(name)} cannot be used in SQL: it must be ${rule}`;
    throw new CoppiceError("COLUMN_UNKNOWN", message, { name, rule, value: name });
  }
  return quote + name.replaceAll(quote, quote + quote) + quote;
}

/** The digits of a finite double that read back as the same double. */
export function digitsOf(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`${value} is not a literal of SQL`);
  return Object.is(value, -0) ? "-0" : String(value);
}
