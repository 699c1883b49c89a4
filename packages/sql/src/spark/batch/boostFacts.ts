import type { BoostFacts, FactsRequest } from "coppice/engine";
import { USABLE } from "../../engine/cells.js";
import { sqlRelation } from "../messages.js";
import { SUMS } from "../workers/workers.js";
import { changed } from "./blocks.js";
import { doublesAt, keysAt, numberAt } from "./bytes.js";
import { withHash } from "./hashSql.js";
import type { Listing } from "./listing.js";
import { manyRecords, widthOf } from "./records.js";
import { SumTable } from "./sumTable.js";

/** Which rows are held back: by chance, or where that gives none or all of them, by their key. */
export type Held =
  | { readonly key: number; readonly limit: number }
  | { readonly only: number }
  | { readonly all_but: number };

export interface CountedFacts {
  readonly facts: Omit<BoostFacts, "samples">;
  readonly held?: Held;
}

/** What the training rows are, but for the sample: one pass over the levels and the target. */
export async function countedFacts(known: Listing, request: FactsRequest): Promise<CountedFacts> {
  const { attributes, target } = known.columns;
  try {
    return await factsAndHeld(known, request);
  } catch (error) {
    throw changed(error, [...attributes.filter((_, a) => isNominal(known, a)), target]);
  }
}

async function factsAndHeld(known: Listing, request: FactsRequest): Promise<CountedFacts> {
  const counted = await counts(known, request.held);
  const [rows, held] = counted.numbers;
  if (request.held === undefined || rows < 2 || (held > 0 && held < rows))
    return { facts: factsOf(known, counted), ...(request.held && rows >= 2 && { held: request.held }) };
  const last = counted.numbers[7];
  const other: Held = held === 0 ? { only: last } : { all_but: last };
  return { facts: factsOf(known, await counts(known, other)), held: other };
}

interface Counts {
  /** By nominal attribute. */
  readonly levels: ReadonlyMap<number, SumTable>;
  readonly classes: SumTable | undefined;
  /** Rows, rows held back, weight, sum of the target, greatest weight, greatest and least target, greatest key. */
  readonly numbers: readonly number[];
}

const isNominal = ({ columns }: Listing, a: number) => columns.attributes[a].schema.type === "nominal";

async function counts(known: Listing, held: Held | undefined): Promise<Counts> {
  const { workers, columns, base, grids, target, attributes } = known;
  const nominal = [...attributes.keys()].filter((a) => isNominal(known, a));
  const coded = nominal.map((a) => ({ how: "levels", levels: attributes[a].levels }));
  const last = grids.values ? { how: "units", ...grids.values } : { how: "levels", levels: target.levels };
  const weighted = columns.weight !== undefined;
  const { weightScale: scale, weightQuantum: quantum } = grids;
  const job = {
    work: "facts",
    facts: {
      columns: [...coded, last],
      ...{ weighted, scale, quantum, quantum1: grids.values?.quantum1 },
      ...(held && { held }),
    },
    takes: [...nominal.map((a) => `x${a}`), "y", "w", "k"],
    returns: SUMS,
  };
  await manyRecords(workers.connection, widthOf(nominal.map((a) => columns.attributes[a])));
  const levels = new Map<number, SumTable>();
  let classes: SumTable | undefined;
  const numbers = [0, 0, 0, 0, 0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const isGreatest = new Set([4, 5, 7]);
  const takes = job.takes.join(", ");
  for await (const batch of workers.rows(sqlRelation(`SELECT ${takes} FROM (${base}) AS b`), job)) {
    const [about, sizes, keys, sums] = batch.columns;
    for (let row = 0; row < batch.rows; row++) {
      const i = numberAt(about, row);
      if (i === -2) {
        for (const [at, value] of doublesAt(sums, row).entries())
          numbers[at] = isGreatest.has(at)
            ? Math.max(numbers[at], value)
            : at === 6
              ? Math.min(numbers[at], value)
              : numbers[at] + value;
        continue;
      }
      const size = numberAt(sizes, row);
      const found = i === -1 ? classes : levels.get(nominal[i]);
      const sum = found ?? new SumTable(size, "sums");
      if (i === -1) classes = sum;
      else levels.set(nominal[i], sum);
      sum.add(keysAt(keys, row), doublesAt(sums, row));
    }
  }
  return { levels, classes, numbers };
}

function factsOf(known: Listing, { levels, classes, numbers }: Counts): CountedFacts["facts"] {
  const { attributes, target, grids, columns } = known;
  const [rows, held, weight, sum, most, largest, least] = numbers;
  const isWeighted = columns.weight !== undefined;
  const quantum = isWeighted ? grids.weightQuantum : 1;
  const total = weight * quantum;
  return {
    rows,
    trainRows: rows - held,
    levels: attributes.map(({ codes }, a) =>
      isNominal(known, a)
        ? Int32Array.from({ length: codes }, (_, code) => levels.get(a)?.at(code, 0) ?? 0)
        : undefined,
    ),
    target: grids.values
      ? { kind: "values", sum: sum * (isWeighted ? grids.values.quantum1 : 1), total, largest, least }
      : {
          kind: "classes",
          weights: Float64Array.from({ length: target.codes }, (_, c) => (classes?.at(c, 0) ?? 0) * quantum),
          total,
        },
    ...(isWeighted && { mostWeight: most * quantum }),
  };
}

/** The cells of the training rows with the lowest hashes, by attribute; undefined for levels without an order. */
export async function sampledCells(
  known: Listing,
  { sample }: FactsRequest,
  trainRows: number,
  held: Held | undefined,
): Promise<BoostFacts["samples"]> {
  for (let share = sample.most / trainRows; ; ) {
    share *= 1.02;
    const isAll = trainRows <= sample.most;
    const found = await rowsBelow(known, sample.key, isAll ? 2 ** 32 : share * 2 ** 32, held);
    if (!isAll && found.hashes.length < sample.most) continue;
    const last = isAll ? 2 ** 32 : Float64Array.from(found.hashes).sort()[sample.most - 1];
    return found.cells.map(
      (cells) => cells && Float64Array.from(cells.filter((_, i) => found.hashes[i] <= last)),
    );
  }
}

interface SampledRows {
  readonly hashes: number[];
  readonly cells: (number[] | undefined)[];
}

async function rowsBelow(
  known: Listing,
  key: number,
  limit: number,
  held: Held | undefined,
): Promise<SampledRows> {
  const { workers, base, attributes, columns } = known;
  const { connection } = workers;
  const sampled = [...attributes.keys()].filter((a) => !isNominal(known, a));
  const keyed = `(SELECT * EXCEPT (k), CAST(k AS BIGINT) AS k FROM (${base}) AS b WHERE ${USABLE})`;
  const some = `SELECT * FROM (${withHash(`${keyed} AS keyed`, key)}) AS h WHERE hk < ${connection.dialect.double(limit)}`;
  const names = ["CAST(hk AS DOUBLE)", ...sampled.map((a) => `x${a}`)].join(", ");
  const query = `SELECT ${names} FROM (${keptRows(`(${some}) AS some`, held, connection.dialect.double)}) AS kept`;
  const hashes: number[] = [];
  const cells = attributes.map((_, a) => (isNominal(known, a) ? undefined : ([] as number[])));
  const codes = attributes.map(({ levels }) => new Map(levels?.map((level, code) => [level, code])));
  for await (const batch of connection.stream(query)) {
    for (let row = 0; row < batch.rows; row++) hashes.push(numberAt(batch.columns[0], row));
    for (const [i, a] of sampled.entries()) {
      const column = batch.columns[i + 1];
      for (let row = 0; row < batch.rows; row++) {
        // -0 is 0.
        if (column.kind === "numbers") cells[a]!.push(column.values[row] + 0);
        else {
          const { bytes, starts, ends } = column;
          const text = starts[row] < 0 ? undefined : decoder.decode(bytes.subarray(starts[row], ends[row]));
          cells[a]!.push((text === undefined ? undefined : codes[a].get(text)) ?? Number.NaN);
        }
      }
    }
  }
  if (columns.attributes.length !== cells.length) throw new Error("every attribute has its cells");
  return { hashes, cells };
}

const decoder = new TextDecoder();

function keptRows(relation: string, held: Held | undefined, double: (value: number) => string): string {
  if (held === undefined) return `SELECT * FROM ${relation}`;
  if ("only" in held) return `SELECT * FROM ${relation} WHERE k <> ${held.only}`;
  if ("all_but" in held) return `SELECT * FROM ${relation} WHERE k = ${held.all_but}`;
  const inner = `(SELECT * EXCEPT (hk), hk AS sampled FROM ${relation}) AS renamed`;
  const hashed = `SELECT * EXCEPT (hk), hk AS drawn FROM (${withHash(inner, held.key)}) AS h`;
  return `SELECT *, sampled AS hk FROM (${hashed}) AS d WHERE NOT (drawn < ${double(held.limit)})`;
}
