import { CoppiceError } from "../base/errors.js";
import type { Problem } from "../engine/problem.js";
import type { LearnContext } from "./learner.js";

/** The rows, for what looks at cells. */
export function rowsIn({ rows }: Pick<LearnContext, "rows">, what: string): Problem {
  if (rows) return rows;
  throw new CoppiceError("ENGINE_ROWS", `${what} an engine that has the rows in this process`);
}
