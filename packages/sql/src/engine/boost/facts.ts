import { CoppiceError } from "coppice";
import type { BoostFacts, FactsRequest } from "coppice/engine";
import { allRows, type Result } from "../../connection/results.js";
import { momentUnits } from "../codeRows.js";
import { targetUnits } from "../grids.js";
import { hashStages, withStages } from "../hashSql.js";
import type { OpenRows } from "../openRows.js";
import { asInteger } from "../rounding.js";
import { cellsFrom } from "./cells.js";

/** Rows that are held back: a condition on the row's key, with the hashes that it needs. */
export interface Held {
  readonly key: number;
  readonly condition: string;
}

/** Which rows are held back: those with a low hash, but one row at least is, and one is not. */
export async function heldRows(opened: OpenRows, held: FactsRequest["held"]): Promise<Held | undefined> {
  const { connection, task } = opened;
  if (held === undefined || task.rows < 2) return undefined;
  const { dialect } = connection;
  const low = `h_held < ${dialect.double(held.limit)}`;
  const stages = [
    { name: "given", query: cellsFrom(opened) },
    ...hashStages([{ name: "h_held", key: held.key, item: "k" }], "given", "hash", dialect),
  ];
  const query = `SELECT ${dialect.asDouble(`sum(CASE WHEN ${low} THEN 1 ELSE 0 END)`)} FROM hash3`;
  const back = (await allRows(connection, withStages(stages, query))).numbers(0)[0];
  const last = task.rows - 1;
  const condition = back === 0 ? `k = ${last}` : back === task.rows ? `k <> ${last}` : low;
  return { key: held.key, condition };
}

export async function factsOf(
  opened: OpenRows,
  { sample, quantile }: FactsRequest,
  held: Held | undefined,
): Promise<BoostFacts> {
  if (quantile !== undefined)
    throw new CoppiceError(
      "ENGINE_ROWS",
      "a loss that begins at a quantile of the target (absolute, quantile, huber) needs rows that may leave the database: use --engine memory or disk",
      {
        name: "quantile",
      },
    );
  const { task, connection, grids } = opened;
  const { dialect } = connection;
  const { asDouble } = dialect;
  const hashed = (keys: readonly (readonly [string, number])[]) => [
    { name: "given", query: cellsFrom(opened) },
    ...hashStages(
      [...keys, ...(held ? [["h_held", held.key] as const] : [])].map(([name, key]) => ({
        name,
        key,
        item: "k",
      })),
      "given",
      "hash",
      dialect,
    ),
  ];
  const train = held ? `NOT (${held.condition})` : "TRUE";
  const ask = (
    query: (from: string) => string,
    keys: readonly (readonly [string, number])[] = [],
  ): Promise<Result> => {
    const stages = hashed(keys);
    return allRows(connection, withStages(stages, query(stages[stages.length - 1].name)));
  };
  const count = await ask((from) => `SELECT ${asDouble("count(*)")} FROM ${from} WHERE ${train}`);
  const trainRows = count.numbers(0)[0];
  const isWeighted = opened.columns.weight !== undefined;
  const weights = isWeighted ? await ask((from) => `SELECT max(w) FROM ${from}`) : undefined;
  return {
    rows: task.rows,
    trainRows,
    samples: await samplesOf(),
    levels: await levelsOf(),
    target: await targetOf(),
    ...(weights && { mostWeight: weights.numbers(0)[0] }),
  };

  async function samplesOf(): Promise<(Float64Array | undefined)[]> {
    const isNumber = (a: number) =>
      task.attributes[a].type === "numeric" || task.attributes[a].type === "ordered";
    const wanted = task.attributes.map((_, a) => a).filter(isNumber);
    if (wanted.length === 0) return task.attributes.map(() => undefined);
    const cells = wanted.map((a) => asDouble(`x${a}`)).join(", ");
    let result: Result;
    if (trainRows <= sample.most) result = await ask((from) => `SELECT ${cells} FROM ${from} WHERE ${train}`);
    else
      for (let share = (1.02 * sample.most) / trainRows; ; share *= 1.1) {
        const low = dialect.double(share * 2 ** 32);
        const query = (from: string) =>
          `SELECT ${cells} FROM ${from} WHERE ${train} AND h_sample < ${low} ORDER BY h_sample LIMIT ${sample.most}`;
        result = await ask(query, [["h_sample", sample.key]]);
        if (result.rows >= sample.most) break;
      }
    return task.attributes.map((_, a) => (isNumber(a) ? result.numbers(wanted.indexOf(a)) : undefined));
  }

  async function levelsOf(): Promise<(Int32Array | undefined)[]> {
    const all: (Int32Array | undefined)[] = [];
    for (const [a, { type, levels = [] }] of task.attributes.entries()) {
      if (type === "numeric" || type === "ordered") {
        all.push(undefined);
        continue;
      }
      const result = await ask(
        (from) =>
          `SELECT ${asDouble(`x${a}`)}, ${asDouble("count(*)")} FROM ${from} WHERE ${train} AND x${a} IS NOT NULL GROUP BY x${a}`,
      );
      const counts = new Int32Array(levels.length);
      const [found, rows] = [result.numbers(0), result.numbers(1)];
      for (let i = 0; i < result.rows; i++) counts[found[i]] = rows[i];
      all.push(counts);
    }
    return all;
  }

  async function targetOf(): Promise<BoostFacts["target"]> {
    const total = isWeighted
      ? `${asDouble("sum(wu)")} * ${dialect.double(grids.weightQuantum)}`
      : asDouble("count(*)");
    if (task.target.kind === "classes") {
      const found = await ask(
        (from) => `SELECT ${asDouble("y")}, ${total} FROM ${from} WHERE ${train} GROUP BY y`,
      );
      const sums = new Float64Array(task.target.column.levels!.length);
      for (const [i, code] of found.numbers(0).entries()) sums[code] = found.numbers(1)[i];
      return { kind: "classes", weights: sums, total: sums.reduce((a, b) => a + b, 0) };
    }
    const frame = grids.values!;
    const u = targetUnits("y", frame, dialect);
    const own = isWeighted
      ? `${asDouble(`sum(${momentUnits("w", u, frame, dialect)[0]})`)} * ${dialect.double(frame.quantum1)}`
      : asDouble(`sum(${asInteger(u)})`);
    const sums = await ask((from) => `SELECT ${own}, ${total} FROM ${from} WHERE ${train}`);
    const ends = await ask((from) => `SELECT max(abs(y)), min(y) FROM ${from}`);
    return {
      kind: "values",
      ...{ sum: sums.numbers(0)[0], total: sums.numbers(1)[0] },
      ...{ largest: ends.numbers(0)[0], least: ends.numbers(1)[0] },
    };
  }
}
