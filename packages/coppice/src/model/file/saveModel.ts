import { checkOptions, type OptionNames } from "../../base/checkOptions.js";
import { mustBe } from "../../base/errors.js";
import { checkModel } from "../checkModel.js";
import type { Model } from "../model.js";
import { modelJson } from "../modelJson.js";
import { toCompact } from "./compact.js";

export interface SaveOptions {
  /** `compact` stores packed trees as bytes; `json` can be read by any program. Default: compact. */
  readonly format?: "compact" | "json";
  /** Default: true. */
  readonly gzip?: boolean;
}

/** Throws if this is no model, or if an option does not exist or has a wrong value. */
export function checkSaving(model: Model, options: SaveOptions): void {
  checkModel(model);
  const names: OptionNames<SaveOptions> = { format: 1, gzip: 1 };
  checkOptions("saveModel", options, names);
  const { format = "json", gzip = true } = options;
  if (format !== "json" && format !== "compact")
    throw mustBe("OPTION_RANGE", "format", '"compact" or "json"', format);
  if (typeof gzip !== "boolean") throw mustBe("OPTION_RANGE", "gzip", "true or false", gzip);
}

/** A model as bytes that `loadModel` reads. */
export async function saveModel(model: Model, options: SaveOptions = {}): Promise<Uint8Array> {
  checkSaving(model, options);
  const { gzip = true } = options;
  const bytes = modelBytes(model, options);
  if (!gzip) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The file's content before compression. */
export function modelBytes(model: Model, { format = "compact" }: SaveOptions): Uint8Array<ArrayBuffer> {
  if (format === "compact") return toCompact(model);
  return new TextEncoder().encode(modelText(model));
}

/** The text that the command writes to a JSON file. */
export function modelText(model: Model): string {
  return `${JSON.stringify(modelJson(model))}\n`;
}
