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
 * Tallies of a whole level by one statement: a GROUP BY per attribute, of which an engine keeps each in a small table, and
 * all of them run together.
 */
export async function talliesOf(entries: Entries, { nodes, statistic }: TallyRequest): Promise<Tally[][]> {
  const { target } = entries.rows;
  const width =
    statistic === "moments" ? 3 : statistic === "classes" && target.kind === "classes" ? target.classes : 0;
  const cells = await cellsOf(
    entries,
    nodes,
    width,
    (attribute, at) => {
      return overEntries(entries, (from, areFractions) => {
        const { by, sums } = sumColumns(statistic, entries.rows, areFractions);
        const group = statistic === "moments" ? [] : by;
        return grouped(attribute, at, from, group, sums, entries);
      });
    },
    (cell, result, i) => addSums(cell, result, i, statistic),
  );
  return nodes.map(({ node, attributes }) =>
    attributes.map((attribute) =>
      tallyOf(entries, cells.get(node)?.get(attribute), attribute, width, statistic),
    ),
  );
}

/** The same with the branch of a test in place of the class. */
export async function sidesOf(entries: Entries, { nodes }: SidesRequest): Promise<Tally[][]> {
  const { rows } = entries;
  const width = 1 + Math.max(...nodes.map(({ branches }) => branches));
  const side = perNode(
    nodes.map(({ node, test, branches }) => [node, `COALESCE(${codedBranch(test, rows)}, ${branches})`]),
    "0",
  );
  const cells = await cellsOf(
    entries,
    nodes,
    width,
    (attribute, at) => {
      return overEntries(entries, (from, areFractions) => {
        const { sums } = sumColumns("classes", rows, areFractions);
        return grouped(attribute, at, from, [side], sums, entries);
      });
    },
    (cell, result, i) => addSums(cell, result, i, "classes"),
  );
  return nodes.map(({ node, attributes, branches }) =>
    attributes.map((attribute) =>
      tallyOf(entries, cells.get(node)?.get(attribute), attribute, branches + 1, "classes"),
    ),
  );
}

function grouped(
  attribute: number,
  nodes: readonly number[],
  from: string,
  by: readonly string[],
  sums: readonly string[],
  { rows }: Entries,
): string {
  const { asDouble } = rows.connection.dialect;
  const code = codeColumn(attribute);
  const selected = [String(attribute), "node", `CAST(${code} AS INTEGER)`, ...by.map(asDouble), ...sums];
  return `SELECT ${selected.join(", ")} FROM ${from} WHERE ${inNodes(nodes)} GROUP BY ${["node", code, ...by].join(", ")}`;
}

async function cellsOf(
  entries: Entries,
  nodes: TallyRequest["nodes"],
  width: number,
  select: (attribute: number, nodes: readonly number[]) => string,
  add: (cell: Cell, columns: readonly Float64Array[], i: number) => void,
): Promise<Cells> {
  const byAttribute = new Map<number, number[]>();
  for (const { node, attributes } of nodes)
    for (const attribute of attributes)
      byAttribute.set(attribute, [...(byAttribute.get(attribute) ?? []), node]);
  const cells: Cells = new Map();
  if (byAttribute.size === 0) return cells;
  const statement = [...byAttribute].map(([attribute, at]) => select(attribute, at)).join(" UNION ALL ");
  const result = await allRows(entries.rows.connection, statement);
  const columns = Array.from({ length: result.width }, (_, column) => result.numbers(column));
  for (let i = 0; i < result.rows; i++) {
    const [attribute, node, code] = [columns[0][i], columns[1][i], columns[2][i]];
    const atNode = got(cells, node, () => new Map());
    const ofAttribute = got(atNode, attribute, () => new Map<number, Cell>());
    const cell = got(ofAttribute, code, () => ({ sums: new Float64Array(width), byTarget: new Map() }));
    add(cell, columns, i);
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
