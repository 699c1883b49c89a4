import { isDeep } from "./length.js";

/** One of these, another one at each turn, so that cases that follow each other try them all; each of them by `--deep`. */
export function inTurn<T>(all: readonly T[], turn: number): readonly T[] {
  return isDeep || all.length === 0 ? all : [all[turn % all.length]];
}
