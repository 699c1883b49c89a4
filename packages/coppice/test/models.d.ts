import type { TreeModel } from "../src/model/tree.js";
/** CART on Fisher's irises, the tree every textbook shows. */
export declare function irisModel(): TreeModel;
/** ID3 on Quinlan's fourteen days: a branch per level. */
export declare function tennisModel(): TreeModel;
/** Intervals of a number, a threshold on an ordered attribute, and a branch of its own for a missing age. */
export declare function rentModel(): TreeModel;
/** A level set with a level never seen, rows shared out, a branch that no row took, and fractional weights. */
export declare function paintModel(): TreeModel;
/** Names that try to break out of every format. */
export declare function hostileModel(): TreeModel;
/** A chain of `depth` thresholds on one attribute: 2·depth + 1 nodes, each split with a leaf and the rest. */
export declare function chainModel(depth: number): TreeModel;
export declare const allModels: () => TreeModel[];
