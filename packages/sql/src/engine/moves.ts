import type { Division } from "coppice/engine";
import { type CodedRows, codeColumn } from "./coded.js";
import { overCodes } from "./codedTest.js";

/** The column that a row's code of its node's attribute is computed as, before its next node is. */
export const OWN_CODE = "own_code";

/** Fewer divisions are compared with one after the other, which is as fast. */
const LEAST = 4;

/** Longer lists are slow to look up. */
const MOST_ITEMS = 8192;

/** What is looked up by the number of a node, from the first one of a level on. */
interface Lists {
  readonly attribute: number[];
  /** Of thresholds: the greatest code of the first branch, both branches, the code of missing values, and where these go. */
  readonly most: number[];
  readonly low: number[];
  readonly high: number[];
  readonly missing: number[];
  readonly otherwise: number[];
  /** Of levels: where in `branches` that of code 0 is; -1 for thresholds. */
  readonly from: number[];
  /** The nodes by code, of one division after the other; missing values come last. */
  readonly branches: number[];
}

/** Two expressions: the code that decides, and the node that it leads to. */
export interface Moves {
  readonly code: string;
  readonly node: string;
}

/**
 * Where the rows of a level go, by lists in place of a comparison for each node: what that costs does not depend on the number of
 * nodes. Undefined where some division has another rule, or the dialect does not look up lists fast.
 */
export function movesOf(
  divisions: readonly Division[],
  rows: CodedRows,
  node = "node",
  least = LEAST,
): Moves | undefined {
  const { dialect } = rows.connection;
  if (!dialect.looksUp || divisions.length < least) return undefined;
  const numbers = divisions.map((division) => division.node);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  if (last - first >= MOST_ITEMS) return undefined;
  const lists = emptyLists(first, last);
  for (const division of divisions) if (!isListed(lists, division, rows, first)) return undefined;
  if (lists.branches.length > MOST_ITEMS) return undefined;
  const { branches, attribute, ...byNode } = lists;
  const item = (list: readonly number[], place = `${node} - ${first}`) =>
    dialect.itemOf(list, place, "INTEGER");
  const used = [...new Set(attribute)].filter((a) => a >= 0);
  const codes = used.map((a) => `WHEN ${a} THEN CAST(${codeColumn(a)} AS INTEGER)`).join(" ");
  const isHere = `${node} BETWEEN ${first} AND ${last}`;
  const { most, low, high, missing, otherwise, from } = byNode;
  const byThreshold = `CASE WHEN ${OWN_CODE} = ${item(missing)} THEN ${item(otherwise)} WHEN ${OWN_CODE} <= ${item(most)} THEN ${item(low)} ELSE ${item(high)} END`;
  const next =
    branches.length === 0
      ? byThreshold
      : `CASE WHEN ${item(from)} >= 0 THEN ${item(branches, `${item(from)} + ${OWN_CODE}`)} ELSE ${byThreshold} END`;
  return {
    code: `CASE WHEN ${isHere} THEN CASE ${item(attribute)} ${codes} END END`,
    // A row of a node that is not divided has no such code, and stays.
    node: `CASE WHEN ${OWN_CODE} IS NULL THEN ${node} ELSE ${next} END`,
  };
}

function emptyLists(first: number, last: number): Lists {
  const list = () => new Array<number>(last - first + 1).fill(-1);
  return {
    ...{ attribute: list(), most: list(), low: list(), high: list() },
    ...{ missing: list(), otherwise: list(), from: list(), branches: [] },
  };
}

/** Enters a division; false if lists cannot say where its rows go. */
function isListed(lists: Lists, { node, test, missing, branches }: Division, rows: CodedRows, first: number) {
  const facts = rows.attributes[test.attribute];
  const hasGaps = rows.hasGaps[test.attribute];
  const unknown = missing.kind === "branch" ? branches[missing.to] : undefined;
  const at = node - first;
  const coded = overCodes(test, facts);
  if (coded.kind === "threshold") {
    if (hasGaps && unknown === undefined) return false;
    lists.most[at] = Math.floor(coded.threshold);
    [lists.low[at], lists.high[at]] = branches;
    // No code is greater than that of missing values.
    lists.missing[at] = facts.codes;
    lists.otherwise[at] = unknown ?? branches[1];
  } else if (coded.kind === "subset" || coded.kind === "levels") {
    const own = new Array<number | undefined>(facts.codes + 1).fill(unknown);
    if (coded.kind === "levels") for (let code = 0; code < facts.codes; code++) own[code] = branches[code];
    else {
      for (const code of coded.left) own[code] = branches[0];
      for (const code of coded.right) own[code] = branches[1];
    }
    if (!hasGaps && own[facts.codes] === undefined) own[facts.codes] = branches[0];
    if (own.includes(undefined)) return false;
    lists.from[at] = lists.branches.length;
    lists.branches.push(...(own as number[]));
  } else return false;
  lists.attribute[at] = test.attribute;
  return true;
}
