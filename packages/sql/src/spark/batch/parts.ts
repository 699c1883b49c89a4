import { CoppiceError } from "coppice";
import { type AsyncDataHandle, gridWeights, type LearningTask, type RowChoice } from "coppice/engine";
import { valueFrame } from "../../engine/grids.js";
import type { Scratch } from "../../engine/scratch.js";
import { sqlRelation } from "../messages.js";
import { SUMS } from "../workers/workers.js";
import { bagFacts, checkKeys } from "./bags.js";
import { doublesAt } from "./bytes.js";
import { BatchEngine } from "./engine.js";
import {
  blockArrays,
  blockFacts,
  type Choice,
  columnsFor,
  type ExactBlocks,
  exactBlocks,
  type OpenBlocks,
  type Totals,
} from "./exactBlocks.js";
import type { Listing } from "./listing.js";
import { RowOrders } from "./orders.js";

type Bag = Extract<RowChoice, { bag: unknown }>["bag"];

export interface PartOptions {
  readonly scratch: Scratch;
  readonly mayPull: boolean;
}

/** Engines on blocks, and handles on parts of their rows. A part is no copy: workers choose its rows for every request. */
export function blocksHandle(
  known: Listing,
  blocks: () => ExactBlocks,
  options: PartOptions,
): Pick<AsyncDataHandle, "engine" | "part"> {
  let orders: RowOrders | undefined;
  return {
    engine: () => new BatchEngine(blocks(), options),
    part(choice) {
      const whole = blocks();
      orders ??= new RowOrders(whole, options.scratch);
      return partHandle(known, chosenBlocks(known, whole, choice, orders, options.scratch), options);
    },
  };
}

function partHandle(known: Listing, part: Part, options: PartOptions): AsyncDataHandle {
  return {
    task: part.task,
    hasGaps: (attribute) => known.attributes[attribute].hasGaps,
    ready: async () => {
      await part.ready();
    },
    ...blocksHandle(known, () => part.blocks(), options),
  };
}

interface Part {
  readonly task: LearningTask;
  ready(): Promise<unknown>;
  blocks(): ExactBlocks;
}

function chosenBlocks(
  known: Listing,
  whole: ExactBlocks,
  choice: RowChoice,
  orders: RowOrders,
  scratch: Scratch,
): Part {
  if ("places" in choice) throw needsPull("rows by their places");
  if ("bag" in choice) return bagOf(known, whole, choice.bag, false, scratch);
  if ("outOfBag" in choice) return bagOf(known, whole, choice.outOfBag, true, scratch);
  const { order, rest = false } = choice;
  if (order.by === "key") checkKeys(whole);
  if (order.by === "content" && whole.contentWeights === "lost")
    throw needsPull("an order by content of rows drawn by their weights");
  const { rows } = whole.task;
  const own: Choice =
    "fold" in choice ? { fold: choice.fold, of: choice.of, rest } : { wanted: choice.wanted, rows, rest };
  const taken = "fold" in choice ? Math.ceil((rows - choice.fold) / choice.of) : choice.wanted;
  return plainPart(whole, {
    rows: rest ? rows - taken : taken,
    stored: { ...whole.stored, ...storedWeights(whole), isOrdered: true },
    open: async () => ({ table: await orders.table(order), choices: [own] }),
  });
}

/** Tables of an order have the weights that rows have in the part. */
function storedWeights({ isWeighted, task }: ExactBlocks) {
  return { quantum: isWeighted ? task.weightQuantum : undefined };
}

interface Changes extends Partial<Pick<ExactBlocks, "stored" | "isWeighted" | "contentWeights">> {
  readonly rows?: number;
  readonly task?: LearningTask;
  open(part: ExactBlocks): Promise<OpenBlocks & { readonly totals?: Totals }>;
}

function plainPart(whole: ExactBlocks, { rows, task: given, open, ...changes }: Changes): Part {
  let found: Totals | undefined;
  let opened: ReturnType<Changes["open"]> | undefined;
  let counted: Promise<Totals> | undefined;
  const isWeighted = changes.isWeighted ?? whole.isWeighted;
  const unknown = (): never => {
    throw new Error("how much the rows of a part weigh is known when it is ready");
  };
  const task = {
    ...(given ?? whole.task),
    get rows() {
      return found?.rows ?? rows ?? unknown();
    },
    get totalWeight() {
      return found?.weight ?? (isWeighted ? undefined : rows) ?? unknown();
    },
  };
  const blocks: ExactBlocks = {
    ...whole,
    ...changes,
    task,
    isWeighted,
    open: () => (opened ??= open(blocks)),
    async totals() {
      counted ??= rows !== undefined && !isWeighted ? Promise.resolve({ rows, weight: rows }) : totalsOf();
      found = await counted;
      return found;
    },
  };
  return { task, ready: () => blocks.totals(), blocks: () => blocks };

  async function totalsOf(): Promise<Totals> {
    opened ??= open(blocks);
    const { table, choices, totals } = await opened;
    return totals ?? countedRows(blocks, table, choices);
  }
}

/** One pass over weights, keys and orders alone. */
async function countedRows(blocks: ExactBlocks, table: string, choices: readonly Choice[]): Promise<Totals> {
  const { workers } = blocks;
  const takes = columnsFor(choices).filter((name) => name !== "b0" && name !== "b1");
  const job = {
    work: "count",
    facts: blockFacts(blocks, choices),
    arrays: blockArrays(blocks),
    ...{ takes, returns: SUMS },
  };
  let [rows, units] = [0, 0];
  for await (const batch of workers.rows(sqlRelation(`SELECT ${takes.join(", ")} FROM ${table}`), job))
    for (let row = 0; row < batch.rows; row++) {
      const [some, weight] = doublesAt(batch.columns[3], row);
      rows += some;
      units += weight;
    }
  return { rows, weight: units * blocks.task.weightQuantum };
}

function bagOf(known: Listing, whole: ExactBlocks, bag: Bag, out: boolean, scratch: Scratch): Part {
  checkKeys(whole);
  const isCounted = bag.replacement && !out;
  const changes = {
    isWeighted: whole.isWeighted || isCounted,
    ...(isCounted && { contentWeights: whole.isWeighted ? ("lost" as const) : ("none" as const) }),
  };
  const opened = (from: ExactBlocks) => async (part: ExactBlocks) => {
    const { table, choices } = await from.open();
    const own = { bag: await bagFacts(bag, whole), out: false, empty: false, counted: isCounted };
    const found = await countedRows(part, table, [...choices, own]);
    const all = [...choices, { ...own, out, empty: found.rows === 0 }];
    return { table, choices: all, ...(!out && found.rows > 0 && { totals: found }) };
  };
  if (!isCounted || !whole.isWeighted) return plainPart(whole, { ...changes, open: opened(whole) });
  return countedPart(known, whole, changes, opened, scratch);
}

/** Weights are in the counts: the grids are those of rows of weight 1, which may be other units of the target. */
function countedPart(
  known: Listing,
  whole: ExactBlocks,
  changes: Partial<Changes>,
  opened: (from: ExactBlocks) => Changes["open"],
  scratch: Scratch,
): Part {
  const { rows } = whole.task;
  const task = {
    ...whole.task,
    weightQuantum: gridWeights(Float64Array.of(Math.max(1, rows))).quantum,
  };
  if (task.target.kind === "classes") return plainPart(whole, { ...changes, task, open: opened(whole) });
  if (rows !== known.task.rows) throw needsPull("a part of the rows, drawn by their weights,");
  let made: Part | undefined;
  const { target } = task;
  const ready = async () => {
    const { workers, base } = known;
    const frame = await valueFrame(workers.connection, `(${base}) AS base`, rows);
    const own = { ...task, target: { ...target, grid: frame } };
    const { center, denominator } = target.grid;
    const isSame = frame.center === center && frame.denominator === denominator;
    const from = isSame
      ? whole
      : exactBlocks({ ...known, grids: { ...known.grids, values: frame } }, scratch);
    made = plainPart(from, { ...changes, task: own, open: opened(from) });
    await made.ready();
  };
  const now = (): Part => {
    if (made === undefined) throw new Error("a bag by weights is asked when it is ready");
    return made;
  };
  return {
    task: {
      ...task,
      get target() {
        return now().task.target;
      },
      get rows() {
        return now().task.rows;
      },
      get totalWeight() {
        return now().task.totalWeight;
      },
    },
    ready: async () => {
      if (made === undefined) await ready();
    },
    blocks: () => now().blocks(),
  };
}

function needsPull(what: string): CoppiceError {
  return new CoppiceError(
    "ENGINE_ROWS",
    `${what} cannot be had by the batch function: pull the rows (--way pull)`,
    {
      name: what,
    },
  );
}
