import type { Fault } from "./list/index.mjs";

export function placeFault(
  fault: Pick<Fault, "file" | "find" | "replace">,
  folder: string,
): string | undefined;
export function seeded(fault: Pick<Fault, "find" | "replace">, text: string): string;
