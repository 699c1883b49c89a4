import { type BinRules, binEdges, hash } from "coppice/engine";
import { allRows, type Result } from "../connection/results.js";
import { type Hashing, hashStages, withStages } from "./hashSql.js";
import type { OpenRows } from "./openRows.js";

/** The high word of NaN, by which missing numbers are hashed; the low one is 0. */
const NAN_BITS = "9221120237041090560";

/** By attribute the edges between the bins of its numbers: those that the library makes of the same rows in memory. */
export async function edgesIn(
  opened: OpenRows,
  { bins, sample }: BinRules,
): Promise<(Float64Array | undefined)[]> {
  const { columns, task } = opened;
  const numeric = columns.attributes.flatMap(({ schema }, a) => (schema.type === "numeric" ? [a] : []));
  const edges: (Float64Array | undefined)[] = columns.attributes.map(() => undefined);
  if (numeric.length === 0) return edges;
  const result =
    task.rows > sample ? await sampledCells(opened, numeric, sample) : await allCells(opened, numeric);
  for (const [i, a] of numeric.entries()) edges[a] = binEdges(result[i], bins);
  return edges;
}

async function allCells({ connection, base }: OpenRows, numeric: readonly number[]): Promise<Float64Array[]> {
  const cells = numeric.map((a) => `x${a}`).join(", ");
  const result = await allRows(connection, `SELECT ${cells} FROM ${base}`);
  return numeric.map((_, i) => result.numbers(i));
}

/** The cells of the rows with the lowest hashes of their numbers. Rows that are equal are in it together, and come here once. */
async function sampledCells(
  { connection, base, task }: OpenRows,
  numeric: readonly number[],
  sample: number,
): Promise<Float64Array[]> {
  const { dialect } = connection;
  const cells = numeric.map((a) => `x${a}`);
  const bits = numeric.map((a, c) => `COALESCE(${dialect.bits(`x${a}`)}, ${NAN_BITS}) AS bits${c}`);
  const given = { name: "given", query: `SELECT ${[...cells, ...bits].join(", ")} FROM ${base}` };
  const low = numeric.map((_, c): Hashing => ({ name: `low${c}`, key: hash(0, c), item: `bits${c}` }));
  const first = hashStages(low, given.name, "low", dialect);
  const high = numeric.map(
    (_, c): Hashing => ({ name: `high${c}`, key: `low${c}`, item: dialect.shifted(`bits${c}`, 32) }),
  );
  const second = hashStages(high, first[first.length - 1].name, "high", dialect);
  const sum = `(${numeric.map((_, c) => `high${c}`).join(" + ")}) & 4294967295 AS h`;
  const last = {
    name: "hashed",
    query: `SELECT ${cells.join(", ")}, ${sum} FROM ${second[second.length - 1].name}`,
  };
  const stages = [given, ...first, ...second, last];
  for (let share = (1.02 * sample) / task.rows; ; share *= 1.5) {
    const selected = [...cells, dialect.asDouble("h"), dialect.asDouble("count(*)")].join(", ");
    const query = `SELECT ${selected} FROM hashed WHERE h < ${dialect.double(share * 2 ** 32)} GROUP BY ${[...cells, "h"].join(", ")}`;
    const found = lowest(await allRows(connection, withStages(stages, query)), numeric.length, sample);
    if (found) return found;
  }
}

/** The cells of rows up to the hash of number `sample`; undefined if there are fewer rows. */
function lowest(result: Result, columns: number, sample: number): Float64Array[] | undefined {
  if (result.rows === 0) return undefined;
  const [hashes, counts] = [result.numbers(columns), result.numbers(columns + 1)];
  const order = Int32Array.from(hashes.keys()).sort((a, b) => hashes[a] - hashes[b]);
  let [taken, rows] = [0, 0];
  while (taken < order.length && (rows < sample || hashes[order[taken]] === hashes[order[taken - 1]]))
    rows += counts[order[taken++]];
  if (rows < sample) return undefined;
  return Array.from({ length: columns }, (_, column) => {
    const values = result.numbers(column);
    const cells = new Float64Array(rows);
    let at = 0;
    for (const i of order.subarray(0, taken)) {
      cells.fill(values[i], at, at + counts[i]);
      at += counts[i];
    }
    return cells;
  });
}
