import { mustBe } from "../base/errors.js";
import type { Json } from "./checks.js";

/** A model's JSON in the present version. Version 1 called the steps that derive attributes `preparation`. */
export function upgraded(json: Json): Json {
  if (json.version === 2) return json;
  if (json.version !== 1) throw mustBe("MODEL_VERSION", "version", "1 or 2", json.version);
  const { preparation, ...rest } = json;
  return { ...rest, version: 2, ...(preparation !== undefined && { derived: preparation }) };
}
