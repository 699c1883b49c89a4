import { barsOf, groupedBy } from "../bars.js";
import { evenRows } from "../describe.js";
import type { Handlers } from "../handlers.js";
import { type Pair, pairOf } from "../pairs.js";
import type { Bars } from "../protocol.js";
import { classCounts, targetFacts } from "../targetFacts.js";
import type { Workspace } from "../workspace.js";

export interface ViewRequests {
  /** A column in more bars than the list has. */
  column: { args: { name: string; target: string }; result: Bars };
  pair: { args: { x: string; y: string; target: string }; result: Pair };
}

const RANGES = 60;
const MOST_ROWS = 1_000_000;

export const viewHandlers = (work: Workspace): Handlers<ViewRequests> => ({
  column: ({ name, target }) =>
    barsOf(
      work.column(name),
      evenRows(work.tableRead().table.rows, MOST_ROWS),
      groupedFor(work, target),
      RANGES,
    ),
  pair: ({ x, y, target }) => {
    const { table } = work.tableRead();
    return pairOf(table, work.column(x), work.column(y), groupedFor(work, target), target);
  },
});

function groupedFor(work: Workspace, name: string) {
  const column = work.column(name);
  const facts = targetFacts(
    column.type === "numeric" ? { name } : { name, levels: column.levels },
    classCounts(column),
  );
  return groupedBy(column, facts.group, facts.groupColours.length);
}
