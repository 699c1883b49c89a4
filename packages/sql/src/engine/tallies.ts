import type { SidesRequest, Statistic, Tally, TallyRequest } from "coppice/engine";
import { allRows } from "../connection/results.js";
import { codeColumn } from "./coded.js";
import { codedBranch } from "./codedTest.js";
import type { Entries } from "./entries.js";
import { perNode } from "./perNode.js";
import { ranksOf } from "./summaries.js";
import { inNodes, overEntries, sumColumns } from "./sums.js";

/** The sums of one code of an attribute at a node. */
type Cell = { readonly sums: Float64Array; readonly byTarget: Map<number, number> };

/** By node and attribute, the cells by code. */
type Cells = Map<number, Map<number, Map<number, Cell>>>;

/**
 * Tallies of a whole level by one statement: a GROUP BY per attribute, which run together; or, where it is faster, one over
 * all attributes.
 */
export async function talliesOf(entries: Entries, { nodes, statistic }: TallyRequest): Promise<Tally[][]> {
  const { target } = entries.rows;
  const width =
    statistic === "moments" ? 3 : statistic === "classes" && target.kind === "classes" ? target.classes : 0;
  const by = statistic === "moments" ? [] : ["t"];
  const cells = await cellsOf(entries, nodes, { by, statistic, width });
  return nodes.map(({ node, attributes }) =>
    attributes.map((attribute) =>
      tallyOf(entries, cells.get(node)?.get(attribute), attribute, width, statistic),
    ),
  );
}

/** The same with the branch of a test in place of the class. */
export async function sidesOf(entries: Entries, { nodes }: SidesRequest): Promise<Tally[][]> {
  const { rows } = entries;
  const side = perNode(
    nodes.map(({ node, test, branches }) => [node, `COALESCE(${codedBranch(test, rows)}, ${branches})`]),
    "0",
  );
  const width = 1 + Math.max(...nodes.map(({ branches }) => branches));
  const cells = await cellsOf(entries, nodes, { by: [side], statistic: "classes", width });
  return nodes.map(({ node, attributes, branches }) =>
    attributes.map((attribute) =>
      tallyOf(entries, cells.get(node)?.get(attribute), attribute, branches + 1, "classes"),
    ),
  );
}

/** How rows of an attribute's code are divided further, and what is summed. */
interface Grouping {
  readonly by: readonly string[];
  readonly statistic: Statistic;
  readonly width: number;
}

/** The nodes that an attribute is tallied at, by attribute. */
function nodesByAttribute(nodes: TallyRequest["nodes"]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { node, attributes } of nodes)
    for (const attribute of attributes) got(found, attribute, () => []).push(node);
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
  const sums = (areFractions: boolean) => sumColumns(statistic, entries.rows, areFractions).sums;
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

async function cellsOf(entries: Entries, nodes: TallyRequest["nodes"], grouping: Grouping): Promise<Cells> {
  const { statistic, width } = grouping;
  const asked = nodesByAttribute(nodes);
  const cells: Cells = new Map();
  if (asked.size === 0) return cells;
  const result = await allRows(entries.rows.connection, statementOf(entries, asked, grouping));
  const columns = Array.from({ length: result.width }, (_, column) => result.numbers(column));
  for (let i = 0; i < result.rows; i++) {
    const [attribute, node, code] = [columns[0][i], columns[1][i], columns[2][i]];
    const atNode = got(cells, node, () => new Map());
    const ofAttribute = got(atNode, attribute, () => new Map<number, Cell>());
    const cell = got(ofAttribute, code, () => ({ sums: new Float64Array(width), byTarget: new Map() }));
    addSums(cell, columns, i, statistic);
  }
  return cells;
}

function got<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** Columns: attribute, node, code; then for moments rows, weight and the two sums, otherwise the target, rows and weight. */
function addSums(
  { sums, byTarget }: Cell,
  columns: readonly Float64Array[],
  i: number,
  statistic: Statistic,
): void {
  if (statistic === "moments") {
    sums[0] += columns[4][i];
    sums[1] += columns[5][i];
    sums[2] += columns[6][i];
    return;
  }
  const [t, weight] = [columns[3][i], columns[5][i]];
  if (statistic === "classes") sums[t] += weight;
  else byTarget.set(t, (byTarget.get(t) ?? 0) + weight);
}

function weightOf({ sums, byTarget }: Cell, statistic: Statistic): number {
  if (statistic === "moments") return sums[0];
  let weight = 0;
  for (const part of statistic === "classes" ? sums : byTarget.values()) weight += part;
  return weight;
}

function tallyOf(
  entries: Entries,
  cells: ReadonlyMap<number, Cell> | undefined,
  attribute: number,
  width: number,
  statistic: Statistic,
): Tally {
  const missing = entries.rows.attributes[attribute].codes;
  const present = [...(cells ?? [])]
    .filter(([code, cell]) => code !== missing && weightOf(cell, statistic) > 0)
    .sort(([a], [b]) => a - b);
  const nothing: Cell = { sums: new Float64Array(width), byTarget: new Map() };
  const gap = cells?.get(missing) ?? nothing;
  const sums = new Float64Array(present.length * width);
  present.forEach(([, cell], i) => {
    sums.set(cell.sums.subarray(0, width), i * width);
  });
  return {
    attribute,
    codes: Int32Array.from(present, ([code]) => code),
    cells: sums,
    missing: gap.sums.slice(0, width),
    ...(statistic === "ranks" && { pairs: pairsOf([...present.map(([, cell]) => cell), gap], entries) }),
  };
}

function pairsOf(cells: readonly Cell[], entries: Entries): NonNullable<Tally["pairs"]> {
  const lists = cells.map(({ byTarget }) => ranksOf(byTarget, entries));
  const starts = new Int32Array(lists.length);
  for (let i = 1; i < lists.length; i++) starts[i] = starts[i - 1] + lists[i - 1].ranks.length;
  return {
    ranks: Int32Array.from(lists.flatMap(({ ranks }) => [...ranks])),
    weights: Float64Array.from(lists.flatMap(({ weights }) => [...weights])),
    starts,
  };
}
