import { rowWalker } from "./packed/rowWalker.js";
import { packedSums } from "./packedSums.js";
import type { PackedWay } from "./packedWay.js";

/** By the kernels where the host has them and the work is worth it. */
export const byKernel: PackedWay = { sums: packedSums, rowSums: rowWalker };
