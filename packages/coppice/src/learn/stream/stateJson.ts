import { columnFromJson, columnToJson, NUMBERS } from "../../model/columnJson.js";
import type { StreamState } from "./streamLearner.js";

const ARRAYS = { f64: Float64Array, i32: Int32Array, u32: Uint32Array, u8: Uint8Array } as const;
type ArrayKind = keyof typeof ARRAYS;

/**
 * A state as JSON: typed arrays become base64 under `$` and their kind; numbers that JSON cannot write (not finite, or -0)
 * become arrays of one. Keys that start with `$` are not used by learners.
 */
export function stateToJson(state: StreamState): unknown {
  if (typeof state === "number") {
    if (Number.isFinite(state) && !Object.is(state, -0)) return state;
    return { $: "number", cells: columnToJson(Float64Array.of(state)) };
  }
  if (state === null || typeof state !== "object") return state;
  const kind = (Object.keys(ARRAYS) as ArrayKind[]).find((name) => state instanceof ARRAYS[name]);
  if (kind) return { $: kind, cells: columnToJson(state as Float64Array) };
  if (Array.isArray(state)) return state.map(stateToJson);
  return Object.fromEntries(
    Object.entries(state as Readonly<Record<string, StreamState>>).map(([name, value]) => [
      name,
      stateToJson(value),
    ]),
  );
}

/** The state again; a malformed array is a `MODEL_INVALID` error that names its path. */
export function stateFromJson(json: unknown, path = "state"): StreamState {
  if (json === null || typeof json !== "object") return json as StreamState;
  if (Array.isArray(json)) return json.map((item, i) => stateFromJson(item, `${path}[${i}]`));
  const fields = json as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(fields, "$")) {
    const cells = columnFromJson(fields.cells, NUMBERS, `${path}.cells`);
    if (fields.$ === "number") return cells[0];
    const Cells = ARRAYS[fields.$ as ArrayKind];
    if (Cells) return Cells.from(cells as Float64Array);
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, stateFromJson(value, `${path}.${name}`)]),
  );
}
