import type { Suite } from "./suites.mjs";

export interface Nearest {
  readonly chosen: readonly string[];
  readonly left: readonly string[];
  readonly unbuilt: readonly string[];
  readonly suites: readonly Suite[];
}

export function chooseNearest(
  changed: readonly string[],
  limits?: { readonly seconds?: number; readonly built?: boolean },
): Promise<Nearest>;
