/*
 * Set-up of every test file. The examples that properties draw belong to the commit (COPPICE_SEED, set by
 * scripts/lib/vitest.mjs), so that a commit passes or fails each time, and the next one is tried on other examples. How many
 * there are belongs to the length of the run. What a file asks for with afterFile is done at its end.
 */
import { configureGlobal } from "fast-check";
import { endFiles } from "./kit/afterFile.js";
import { draws } from "./kit/draws.js";

const seed = process.env.COPPICE_SEED;
const DEFAULT_DRAWS = 100;
configureGlobal({ ...draws(DEFAULT_DRAWS), ...(seed === undefined ? {} : { seed: Number(seed) }) });
endFiles();
