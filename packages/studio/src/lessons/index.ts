import { fruit } from "./fruit.js";
import type { Lesson } from "./lesson.js";
import { missing } from "./missing.js";
import { pruning } from "./pruning.js";
import { ripper } from "./ripper.js";
import { rulesOfTree } from "./rulesOfTree.js";
import { surrogates } from "./surrogates.js";
import { tennis } from "./tennis.js";

export type { Lesson } from "./lesson.js";

/** In the order in which they build on each other. */
export const LESSONS: readonly Lesson[] = [tennis, fruit, rulesOfTree, pruning, missing, surrogates, ripper];
