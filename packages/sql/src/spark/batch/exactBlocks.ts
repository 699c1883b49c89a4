import { CoppiceError } from "coppice";
import type { AttributeFacts, LearningTask, TargetFacts } from "coppice/engine";
import { factsOf } from "../../engine/codeRows.js";
import type { Scratch } from "../../engine/scratch.js";
import type { Workers } from "../workers/workers.js";
import { bytesPerCode, type Codings, codedBlocks, recodedBlocks } from "./blocks.js";
import type { Listing } from "./listing.js";
import { MOST_VALUES } from "./lists.js";

/** Which rows of blocks are meant, as the program on the workers takes it; one after the other. */
export type Choice =
  | { readonly fold: number; readonly of: number; readonly rest: boolean }
  | { readonly wanted: number; readonly rows: number; readonly rest: boolean }
  | {
      readonly bag: BagFacts;
      /** Rows that are not in the bag. */
      readonly out: boolean;
      /** The bag would be empty, and so is all rows. */
      readonly empty: boolean;
      /** What rows count for is their weight. */
      readonly counted: boolean;
    };

/** How often a row counts: by a limit of its hash, by several, or by its weight. */
export type BagFacts = { readonly key: number } & (
  | { readonly limit: number }
  | { readonly limits: readonly number[] }
  | { readonly quantum: number; readonly times: number; readonly total: number }
);

export interface OpenBlocks {
  readonly table: string;
  readonly choices: readonly Choice[];
}

export interface Totals {
  readonly rows: number;
  readonly weight: number;
}

/** Rows as exact codes: ranks of the values, and levels; all rows of blocks, or a part of them. */
export interface ExactBlocks {
  readonly workers: Workers;
  readonly task: LearningTask;
  readonly attributes: readonly AttributeFacts[];
  readonly target: TargetFacts;
  /** The bytes of a code of each attribute. */
  readonly widths: Int32Array;
  /** Whether rows have weights, or count several times. */
  readonly isWeighted: boolean;
  /** What the table has beside codes and targets: weights in units of a quantum, keys, and the rows' numbers in an order. */
  readonly stored: {
    readonly quantum: number | undefined;
    readonly hasKeys: boolean;
    readonly isOrdered: boolean;
  };
  /** Whether weights are part of what is in a row; "lost": they are, and counts have taken their place. */
  readonly contentWeights: "none" | "stored" | "lost";
  /** The table, which is made when it is first wanted. */
  open(): Promise<OpenBlocks>;
  totals(): Promise<Totals>;
}

export function exactBlocks(listing: Listing, scratch: Scratch): ExactBlocks {
  const { workers, task, columns } = listing;
  checkLists(listing);
  let made: Promise<string> | undefined;
  const widths = Int32Array.from(listing.attributes, ({ codes }) => bytesPerCode(codes));
  const isWeighted = columns.weight !== undefined;
  return {
    ...{ workers, task, widths, isWeighted, target: targetFacts(listing) },
    attributes: listing.attributes.map((list, i) => factsOf(columns.attributes[i].schema, list)),
    stored: {
      quantum: isWeighted ? task.weightQuantum : undefined,
      hasKeys: columns.rowKey !== undefined,
      isOrdered: false,
    },
    contentWeights: isWeighted ? "stored" : "none",
    async open() {
      made ??= madeBlocks(listing, codingsOf(listing, widths), scratch);
      return { table: await made, choices: [] };
    },
    totals: async () => ({ rows: task.rows, weight: task.totalWeight }),
  };
}

/** From the blocks that were made when the values were listed, which are not needed any more unless targets may be rounded otherwise. */
async function madeBlocks(known: Listing, codings: Codings, scratch: Scratch): Promise<string> {
  const { packed, columns, grids } = known;
  if (packed === undefined) return codedBlocks(known, codings, scratch);
  const table = await recodedBlocks(known, packed, codings, scratch);
  if (columns.weight === undefined || grids.values === undefined) await scratch.drop(packed);
  return table;
}

function checkLists({ columns, attributes }: Listing): void {
  const open = attributes.findIndex(({ isOpen }) => isOpen);
  if (open < 0) return;
  const { name } = columns.attributes[open].schema;
  const message = `${JSON.stringify(name)} has more than ${MOST_VALUES} distinct values, too many for the batch function on the workers: pull the rows (--way pull), or round them in a query`;
  throw new CoppiceError("ENGINE_ROWS", message, { name, rule: `at most ${MOST_VALUES} distinct values` });
}

function codingsOf({ attributes, target, grids }: Listing, widths: Int32Array): Codings {
  const arrays: Record<string, Float64Array> = {};
  const columns = attributes.map(({ values, levels, codes }, i) => {
    if (levels) return { how: "levels", levels, bytes: widths[i] };
    arrays[`values${i}`] = values!;
    return { how: "exact", codes, bytes: widths[i] };
  });
  const last = grids.values
    ? { how: "units", denominator: grids.values.denominator, center: grids.values.center }
    : { how: "levels", levels: target.levels! };
  return { columns: [...columns, last], arrays };
}

function targetFacts({ target, grids: { values } }: Listing): TargetFacts {
  if (values === undefined) return { kind: "classes", classes: target.codes };
  const { center, denominator } = values;
  const units = target.values!.map((y) => Math.round(y * denominator) - center);
  return { kind: "values", center, denominator, units: Float64Array.from(new Set(units)) };
}

/** What jobs on blocks are told about them. */
export function blockFacts({ task, stored, target }: ExactBlocks, choices: readonly Choice[]) {
  const grid = task.target.kind === "values" ? task.target.grid : undefined;
  return {
    ...{ choices, weighted: stored.quantum !== undefined },
    ...{ unit: 1 / task.weightQuantum, quantum: task.weightQuantum },
    ...{ moments: target.kind === "values", quantum1: grid?.quantum1, quantum2: grid?.quantum2 },
  };
}

export function blockArrays({ widths, attributes }: ExactBlocks) {
  return { widths, codes: Int32Array.from(attributes, ({ codes }) => codes) };
}

/** The columns that jobs are given: keys and orders only where choices look at them. */
export function columnsFor(choices: readonly Choice[], more: readonly string[] = []): string[] {
  const names = new Set(["n", "b0", "b1", "b2", ...more]);
  for (const choice of choices) names.add("bag" in choice ? "b3" : "b4");
  return [...names].sort();
}
