import type { Model } from "../src/model/model.js";
import { modelJson } from "../src/model/modelJson.js";

/** The model's JSON with the value at `path` replaced; undefined deletes it. */
export function brokenJson(model: Model, path: string, value: unknown): unknown {
  const json = JSON.parse(JSON.stringify(modelJson(model)));
  const keys = path.split(".");
  const last = keys.pop()!;
  const place = keys.reduce((at, key) => at[key], json);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return json;
}
