import { notModel } from "./checks.js";

const FORMATS: readonly unknown[] = ["coppice-tree", "coppice-ensemble", "coppice-rules"];

/** Refuses what is no model; the compiler does so too, but not in JavaScript. */
export function checkModel(model: unknown): void {
  if (!FORMATS.includes((model as { format?: unknown } | null | undefined)?.format)) throw notModel(model);
}
