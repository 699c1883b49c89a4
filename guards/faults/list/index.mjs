import { cli } from "./cli.mjs";
import { engine } from "./engine.mjs";
import { kernels } from "./kernels.mjs";
import { learn } from "./learn.mjs";
import { model } from "./model.mjs";
import { predict } from "./predict.mjs";
import { rules } from "./rules.mjs";
import { source } from "./source.mjs";
import { sql } from "./sql.mjs";
import { studio } from "./studio.mjs";
import { table } from "./table.mjs";
import { targets } from "./targets.mjs";
import { use } from "./use.mjs";

const rooms = {
  table,
  source,
  engine,
  learn,
  kernels,
  model,
  predict,
  rules,
  use,
  targets,
  cli,
  sql,
  studio,
};

/**
 * Faults to seed, each one place in a source file: `find` occurs there exactly once and becomes `replace`. `wrong` is what
 * the program then does wrong, in one sentence.
 */
export const faults = Object.entries(rooms).flatMap(([room, list]) =>
  list.map((fault) => ({ room, ...fault })),
);
