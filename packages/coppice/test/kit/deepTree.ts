import type { TreeModel } from "../../src/model/tree.js";
import { chainModel } from "../models.js";
import { isDeep } from "./length.js";

/** Tests on the longest path of `deepTree`: by `--deep` more than there can be calls within each other. */
export const DEEP = isDeep ? 50_000 : 5000;

/** A chain of tests, of 2·DEEP + 1 nodes and DEEP + 1 leaves. */
export const deepTree = (): TreeModel => chainModel(DEEP);
