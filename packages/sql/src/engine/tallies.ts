import type { SidesRequest, Tally, TallyRequest } from "coppice/engine";
import { allRows } from "../connection/results.js";
import { codeColumn } from "./coded.js";
import { codedBranch } from "./codedTest.js";
import { denseTallies } from "./denseTallies.js";
import type { Entries } from "./entries.js";
import { emptyTally, type Grouping } from "./grouping.js";
import { perNode } from "./perNode.js";
import { rankTallies } from "./rankTallies.js";
import { sortedTallies } from "./sortedTallies.js";
import { inNodes, overEntries, tallyColumns } from "./sums.js";

/**
 * Tallies of a whole level by one statement: a GROUP BY per attribute, which run together; or, where it is faster, one over
 * all attributes.
 */
export async function talliesOf(entries: Entries, { nodes, statistic }: TallyRequest): Promise<Tally[][]> {
  const { target } = entries.rows;
  const width =
    statistic === "moments" ? 3 : statistic === "classes" && target.kind === "classes" ? target.classes : 0;
  const by = statistic === "moments" ? [] : ["t"];
  const tallyOf = await tallied(entries, nodes, { by, statistic, width });
  return nodes.map(({ node, attributes }) => attributes.map((attribute) => tallyOf(node, attribute, width)));
}

/** The same with the branch of a test in place of the class. */
export async function sidesOf(entries: Entries, { nodes }: SidesRequest): Promise<Tally[][]> {
  const { rows } = entries;
  const side = perNode(
    nodes.map(({ node, test, branches }) => [node, `COALESCE(${codedBranch(test, rows)}, ${branches})`]),
    "0",
  );
  const width = 1 + Math.max(...nodes.map(({ branches }) => branches));
  const tallyOf = await tallied(entries, nodes, { by: [side], statistic: "classes", width });
  return nodes.map(({ node, attributes, branches }) =>
    attributes.map((attribute) => tallyOf(node, attribute, branches + 1)),
  );
}

/** A tally from what a statement returned, with the first `width` sums of each code. */
type TallyAt = (node: number, attribute: number, width: number) => Tally;

/** Asks for all tallies at once. The sums of attributes of few codes go into arrays, those of others are sorted. */
async function tallied(entries: Entries, nodes: TallyRequest["nodes"], grouping: Grouping): Promise<TallyAt> {
  const asked = nodesByAttribute(nodes);
  const { rows } = entries;
  if (asked.size === 0) return () => emptyTally(0, 0);
  const result = await allRows(rows.connection, statementOf(entries, asked, grouping));
  const columns = Array.from({ length: result.width }, (_, column) => result.numbers(column));
  const found = { entries, asked, columns, count: result.rows };
  if (grouping.statistic === "ranks") return rankTallies(found, grouping);
  const places = new Set([...asked.values()].flat()).size;
  const room = (8 * result.rows + 2 ** 20) / asked.size;
  const isDense = (attribute: number) =>
    places * (rows.attributes[attribute].codes + 1) * grouping.width <= room;
  const some = (test: (attribute: number) => boolean) => ({
    ...found,
    asked: new Map([...asked].filter(([attribute]) => test(attribute))),
  });
  const dense = denseTallies(some(isDense), grouping);
  const sorted = sortedTallies(
    some((attribute) => !isDense(attribute)),
    grouping,
  );
  return (node, attribute, width) => (isDense(attribute) ? dense : sorted)(node, attribute, width);
}

/** The nodes that an attribute is tallied at, by attribute. */
function nodesByAttribute(nodes: TallyRequest["nodes"]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { node, attributes } of nodes)
    for (const attribute of attributes) {
      const others = found.get(attribute);
      if (others) others.push(node);
      else found.set(attribute, [node]);
    }
  return found;
}

/** A statement with the columns attribute, node, code, what else rows are grouped by, and the sums. */
function statementOf(
  entries: Entries,
  asked: ReadonlyMap<number, readonly number[]>,
  { by, statistic }: Grouping,
): string {
  const { connection } = entries.rows;
  const { asDouble, stacked } = connection.dialect;
  const sums = (areFractions: boolean) => tallyColumns(statistic, entries.rows, areFractions);
  if (stacked === undefined) {
    return [...asked]
      .map(([attribute, nodes]) =>
        overEntries(entries, (from, areFractions) => {
          const code = codeColumn(attribute);
          const keys = [String(attribute), "node", `CAST(${code} AS INTEGER)`, ...by.map(asDouble)];
          const groups = ["node", code, ...by];
          return `SELECT ${[...keys, ...sums(areFractions)].join(", ")} FROM ${from} WHERE ${inNodes(nodes)} GROUP BY ${groups.join(", ")}`;
        }),
      )
      .join(" UNION ALL ");
  }
  const nodes = [...new Set([...asked.values()].flat())];
  const pairs = [...asked.keys()].map((attribute) => [attribute, codeColumn(attribute)] as const);
  return overEntries(entries, (from, areFractions) => {
    const weight = entries.rows.isWeighted || areFractions ? ["w"] : [];
    const others = by.map((expression, i) => `${expression} AS g${i}`);
    const columns = [
      "node",
      "t",
      ...weight,
      ...entries.momentColumns,
      ...others,
      stacked(pairs, ["attribute", "code"]),
    ];
    const inner = `SELECT ${columns.join(", ")} FROM ${from} WHERE ${inNodes(nodes)}`;
    const groups = ["attribute", "node", "code", ...by.map((_, i) => `g${i}`)];
    const selected = [...groups.slice(0, 3), ...groups.slice(3).map(asDouble), ...sums(areFractions)];
    return `SELECT ${selected.join(", ")} FROM (${inner}) AS s GROUP BY ${groups.join(", ")}`;
  });
}
