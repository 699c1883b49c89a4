import { CoppiceError, show } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";

/** The two columns that `--pair a,b` names. A name may have commas itself, as long as one reading alone makes sense. */
export function pairOf(text: string, columns: readonly string[]): [string, string] {
  const known = new Set(columns);
  const readings: [string, string][] = [];
  for (let comma = text.indexOf(","); comma >= 0; comma = text.indexOf(",", comma + 1)) {
    readings.push([text.slice(0, comma), text.slice(comma + 1)]);
  }
  const possible = readings.filter((pair) => pair.every((name) => known.has(name)));
  if (possible.length === 1) return possible[0];
  const rule = "two columns with a comma between";
  if (possible.length === 0 && readings.length === 1) {
    const name = readings[0].find((each) => !known.has(each))!;
    const message = `--pair names a column ${show(name)} that the table does not have${didYouMean(name, columns)}`;
    throw new CoppiceError("COLUMN_UNKNOWN", message, { name, value: columns.slice(0, 50) });
  }
  const why = possible.length > 1 ? ", which can be read in two ways" : "";
  throw new CoppiceError("OPTION_RANGE", `--pair must be ${rule}; got ${show(text)}${why}`, {
    name: "--pair",
    rule,
    value: text,
  });
}
