import { type ColumnSchema, isStringType } from "../table/schema.js";
import { checkIndex, need, needObject, needSome } from "./checks.js";
import { type Check, listOf, must, objectOf, oneOf, optional } from "./parseHead.js";
import type { StringMeasure } from "./stringMeasure.js";

/** The fields of measures of strings, on these attributes. */
export function stringMeasureFields(
  before: readonly ColumnSchema[],
): Readonly<Record<StringMeasure["kind"], Record<string, Check>>> {
  const attribute: Check = (value, path) => {
    checkIndex(value, before.length, path, "the index of an attribute");
    need(isStringType(before[value as number].type), path, "an attribute of strings or of text", value);
  };
  const attributes = listOf(attribute, "a list of one attribute", 1);
  const unit = oneOf("letters", "words");
  const fold = must((value) => typeof value === "boolean", "true or false");
  return {
    pattern: {
      attributes,
      unit,
      pattern: some(must((token) => token === null || isToken(token), "a token, or null")),
      place: optional(checkPlace),
      fold,
      result: oneOf("has", "count"),
    },
    length: { attributes, unit },
    anyWord: { attributes, words: some(must(isToken, "a word")), fold },
  };
}

function isToken(token: unknown): boolean {
  return typeof token === "string" && token !== "";
}

function some(check: Check): Check {
  return (value, path) => {
    needSome(value, path, "a list of at least one");
    listOf(check, "")(value, path);
  };
}

const isPosition = must(
  (value) => Number.isSafeInteger(value) && (value as number) >= 1,
  "an integer from 1",
);

const checkPlace: Check = (value, path) => {
  objectOf({ side: oneOf("start", "end"), from: isPosition, to: isPosition }, "an object")(value, path);
  needObject(value, path);
  need((value.from as number) <= (value.to as number), `${path}.to`, "at least `from`", value.to);
};
