import type { Problem } from "../engine/problem.js";
import type { Derived } from "../model/tree.js";
import type { Column } from "../table/column.js";
import { appliedTo } from "./missing/apply.js";
import type { Prepared } from "./missing/preparation.js";

/** Rows with more attributes, which these steps derive from the others. */
export function widen(ready: Prepared, added: readonly Column[], steps: readonly Derived[]): Prepared {
  const { grown, validation, derived = [] } = ready;
  const widened = [...grown.attributes, ...added];
  const wider = (problem: Problem): Problem => ({
    ...problem,
    attributes: appliedTo(problem.attributes, widened, steps),
  });
  return {
    grown: wider(grown),
    ...(validation && { validation: wider(validation) }),
    derived: [...derived, ...steps],
  };
}
