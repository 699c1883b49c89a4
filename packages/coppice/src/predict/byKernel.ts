import { rowWalker } from "./packed/rowWalker.js";
import { packedSums } from "./packedSums.js";
import { readyTree } from "./predictTree.js";
import type { TreeTraversal } from "./treeTraversal.js";

/** Compiled, and with kernels if the host supports them and there is enough work. */
export const byKernel: TreeTraversal = { ready: readyTree, sums: packedSums, rowSums: rowWalker };
