import { CoppiceError } from "../../base/errors.js";
import { criterionFor } from "../criterion/criterionFor.js";
import type { LearnContext } from "../learner.js";
import type { Propose } from "../propose/proposal.js";
import { rowsIn } from "../rowsIn.js";
import type { TreeOptions } from "../treeOptions.js";
import { checkStrings } from "./checkStrings.js";
import { rankingImpurity, searchStrings } from "./search.js";
import { stringAttributes } from "./stringAttributes.js";
import { stringOptionsOf } from "./stringOptions.js";

/** Measures of each kind that are proposed at a node. */
const MOST = 4;

/** What tests of strings are proposed at nodes, besides those of single attributes; undefined without strings. */
export function proposeStrings(
  options: TreeOptions,
  context: Pick<LearnContext, "task" | "rows">,
): Propose | undefined {
  const { task } = context;
  const attributes = stringAttributes(task);
  if (attributes.length === 0) {
    checkStrings(options, task, attributes);
    return undefined;
  }
  const problem = rowsIn(context, "tests on strings need");
  checkStrings(options, problem, attributes);
  if (options.lookAhead !== 0) {
    const message =
      "lookAhead tries out tests on attributes as they are, and an attribute is of type string or text";
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "lookAhead", value: options.lookAhead });
  }
  const how = stringOptionsOf(options);
  const impurity = rankingImpurity(criterionFor(options.criterion, problem.task), problem);
  return (node) => ({
    measures: attributes.flatMap((a) =>
      searchStrings(a, node, how, impurity, MOST).map(({ measure }) => measure),
    ),
    attributes: true,
  });
}
