import { unreachable } from "../base/errors.js";
import type { Place, StringMeasure } from "../model/stringMeasure.js";
import type { ColumnSchema } from "../table/schema.js";
import { termWord } from "./formulaText.js";

/** What is asked of a string, as the name of an attribute: `sequence contains 'tata'`, `length of name`. */
export function stringMeasureText(measure: StringMeasure, attributes: readonly ColumnSchema[]): string {
  const name = termWord(attributes[measure.attributes[0]].name);
  switch (measure.kind) {
    case "length":
      return `${measure.unit === "letters" ? "length" : "words"} of ${name}`;
    case "anyWord": {
      const words = measure.words.map(quoted);
      return `${name} has ${words.join(" or ")}${foldText(measure.fold)}`;
    }
    case "pattern": {
      const { unit, pattern, place, fold, result } = measure;
      const sought = patternText(pattern, unit);
      const where = placeText(place);
      if (result === "count") return `count of ${sought} in ${name}${where}${foldText(fold)}`;
      return `${name} ${verb(place)} ${sought}${isEdge(place) ? "" : where}${foldText(fold)}`;
    }
    default:
      return unreachable(measure);
  }
}

/** In quotes; a point, or an underscore among words, stands for any token. */
export function patternText(pattern: readonly (string | null)[], unit: "letters" | "words"): string {
  const parts = pattern.map((token) => token ?? (unit === "letters" ? "." : "_"));
  return quoted(parts.join(unit === "letters" ? "" : " "));
}

/** In simple quotes: a name with double ones would itself be quoted where conditions are written. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

function foldText(fold: boolean): string {
  return fold ? " in any case" : "";
}

function isEdge(place: Place | undefined): boolean {
  return place !== undefined && place.from === 1 && place.to === 1;
}

function verb(place: Place | undefined): string {
  if (place === undefined) return "contains";
  if (!isEdge(place)) return "has";
  return place.side === "start" ? "starts with" : "ends with";
}

function placeText(place: Place | undefined): string {
  if (place === undefined) return "";
  const { side, from, to } = place;
  const at = from === to ? ` at ${from}` : ` within ${from} to ${to}`;
  return side === "start" ? at : `${at} from the end`;
}
