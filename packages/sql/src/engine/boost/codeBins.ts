import type { CodeRequest } from "coppice/engine";
import { allRows } from "../../connection/results.js";
import { hashStages } from "../hashSql.js";
import type { OpenRows } from "../openRows.js";
import { type Ranking, rankByHalves, rankStages } from "../rankSql.js";
import type { Scratch } from "../scratch.js";
import type { AttributeBins } from "./binSql.js";
import { cellsFrom } from "./cells.js";
import type { Held } from "./facts.js";
import type { Layers, NamedColumn } from "./layers.js";

/**
 * Up to so many distinct numbers are looked up in a table of their bins, which is far faster than comparing with edges where the
 * engine does not look up lists fast.
 */
const FEW = 65_536;

interface Coding {
  readonly layers: Layers;
  readonly scratch: Scratch;
  readonly held: Held | undefined;
}

/** Codes every cell, once: the layer "bins" with k, b0, b1, …, the target y, the weight w, and whether a row is learned from. */
export async function codeBins(opened: OpenRows, request: CodeRequest, coding: Coding): Promise<void> {
  const { connection, columns } = opened;
  const { dialect } = connection;
  const { layers, scratch, held } = coding;
  const tables = await binTables(opened, request.attributes, scratch);
  const joined = [...tables].map(([i, table]) => `LEFT JOIN ${table} AS e${i} ON b.x${i} = e${i}.x`);
  const looked = [...tables.keys()].map((i) => `e${i}.bin AS e${i}`);
  const source = `(${cellsFrom(opened, looked, joined)}) AS cells`;
  const bins = request.attributes.map((how, a): NamedColumn => {
    const code = tables.has(a) ? `e${a}` : how.kind === "numeric" ? `r${a}` : levelBin(how, a, opened);
    return [`b${a}`, `CAST(COALESCE(${code}, ${how.missing}) AS ${dialect.codeType(how.missing)})`];
  });
  const isValue = opened.classes === undefined;
  const y: NamedColumn = ["y", isValue ? `y / ${dialect.double(request.unit)}` : "y"];
  const more: NamedColumn[] = [["k", "k"], y, ...(columns.weight === undefined ? [] : [["w", "w"] as const])];
  const train: NamedColumn[] = held ? [["train", `NOT (${held.condition})`]] : [];
  const rankings = request.attributes.flatMap((how, a): Ranking[] =>
    how.kind === "numeric" && !tables.has(a)
      ? [{ x: `x${a}`, name: `r${a}`, edges: how.edges, range: rangeOf(opened, a) }]
      : [],
  );
  const stages = (from: string) => {
    const ranked = rankStages(rankings, from, "ranked", dialect);
    if (!held) return ranked;
    const before = ranked.length === 0 ? from : ranked[ranked.length - 1].name;
    return [
      ...ranked,
      ...hashStages([{ name: "h_held", key: held.key, item: "k" }], before, "hash", dialect),
    ];
  };
  await layers.set("bins", [...bins, ...more, ...train], stages, source);
  for (const table of tables.values()) await scratch.drop(table);
}

/** Levels that have an order are numbers by their codes. */
function rangeOf({ levels, ranges }: OpenRows, a: number): Ranking["range"] {
  const level = levels[a];
  return level ? [0, level.codes - 1] : ranges[a];
}

function levelBin(
  { levelBins }: Exclude<AttributeBins, { kind: "numeric" }>,
  a: number,
  { connection: { dialect } }: OpenRows,
): string {
  return dialect.itemOf([...levelBins], `x${a}`);
}

/** By attribute of few distinct numbers, a table (x, bin). */
async function binTables(
  { connection, base, columns }: OpenRows,
  attributes: readonly AttributeBins[],
  scratch: Scratch,
): Promise<Map<number, string>> {
  const { dialect } = connection;
  const numeric = columns.attributes.flatMap(({ schema }, i) => (schema.type === "numeric" ? [i] : []));
  const tables = new Map<number, string>();
  if (numeric.length === 0 || dialect.looksUp) return tables;
  const counts = numeric.map((i) => dialect.asDouble(`approx_count_distinct(x${i})`));
  const result = await allRows(connection, `SELECT ${counts.join(", ")} FROM ${base}`);
  for (const [at, i] of numeric.entries()) {
    const how = attributes[i];
    if (how.kind !== "numeric" || result.numbers(at)[0] > FEW) continue;
    const distinct = `SELECT DISTINCT x${i} AS x FROM ${base} WHERE x${i} IS NOT NULL`;
    const query = `SELECT x, ${rankByHalves("x", how.edges, dialect)} AS bin FROM (${distinct}) AS u`;
    tables.set(i, await scratch.create("bins", query));
  }
  return tables;
}
