import { mustBe } from "../base/errors.js";
import { isJson, type Json } from "./checks.js";
import type { LeafError } from "./head.js";

/**
 * A model's JSON in the present version. Version 1 called the steps that derive attributes `preparation`, and left the error
 * of leaves to be inferred from the options.
 */
export function upgraded(json: Json): Json {
  if (json.version === 2) return json;
  if (json.version !== 1) throw mustBe("MODEL_VERSION", "version", "1 or 2", json.version);
  const { preparation, ...rest } = json;
  const leafError = json.task === "regression" && isJson(json.options) ? errorIn(json.options) : undefined;
  return {
    ...{ ...rest, version: 2 },
    ...(leafError && { leafError }),
    ...(preparation !== undefined && { derived: preparation }),
  };
}

function errorIn({ leaf = "auto", criterion, then }: Json): LeafError | undefined {
  const by = then ?? (leaf === "auto" ? criterion : leaf);
  if (by === "median" || by === "absoluteError") return "absolute";
  return by === "midrange" || by === "worstError" ? "worst" : undefined;
}
