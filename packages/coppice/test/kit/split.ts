import type { Sketch } from "../../src/learn/prune/testTrees.js";

/** A sketched test with these branches. */
export const split = (...of: readonly Sketch[]): Sketch => ({ of });
