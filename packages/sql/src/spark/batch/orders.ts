import { CONTENT_KEYS, hash, type RowChoice } from "coppice/engine";
import type { Scratch } from "../../engine/scratch.js";
import { namedView, repartitioned, sqlRelation } from "../messages.js";
import { EXTENDED, GROUPED, RANKED, SUMS } from "../workers/workers.js";
import { keptBlocks } from "./blocks.js";
import { doublesAt, keysAt, numberAt } from "./bytes.js";
import { blockArrays, blockFacts, columnsFor, type ExactBlocks, type OpenBlocks } from "./exactBlocks.js";
import { SumTable } from "./sumTable.js";

type Order = Extract<RowChoice, { order: unknown }>["order"];

/** Ranges of hashes that rows are counted by: as many as the program has (SPREAD). */
const RANGES = 2 ** 12;
/** Rows that one worker sorts at once. */
const GROUP_ROWS = 1 << 20;
/** Temporary views, which only this session sees. */
const RANKS = "coppice_ranks";
const PLACED = "coppice_ordered";

/**
 * Rows in random orders. How many rows of each class have hashes in which range says where each range begins in the order; then
 * ranges are sorted by themselves, each on one worker, and the numbers of the rows come back to their blocks.
 */
export class RowOrders {
  private readonly made = new Map<string, Promise<string>>();

  constructor(
    private readonly blocks: ExactBlocks,
    private readonly scratch: Scratch,
  ) {}

  /** The table of the rows with their numbers in the order. */
  table(order: Order): Promise<string> {
    const name = `${order.by} ${order.key}`;
    const made = this.made.get(name) ?? this.make(order);
    this.made.set(name, made);
    return made;
  }

  private async make(order: Order): Promise<string> {
    const { blocks, scratch } = this;
    const { workers } = blocks;
    const opened = await blocks.open();
    const { groupOf, starts } = groupsOf(await this.spread(order, opened));
    const hashes = workers.relation(this.input(opened), this.job(order, opened, "hashes", GROUPED, groupOf));
    const ranks = workers.relation(repartitioned(hashes, "g"), {
      ...{ work: "ranks", arrays: { starts }, takes: ["g", "p", "s", "b0"], returns: RANKED },
    });
    await workers.connection.runPlan(namedView(ranks, RANKS));
    const names = this.columns(opened);
    const lists = `SELECT p AS rp, s AS rs, collect_list(b0) AS l FROM ${RANKS} GROUP BY p, s`;
    const joined = `SELECT ${names.map((name) => `b.${name}`).join(", ")}, r.l FROM ${opened.table} AS b JOIN (${lists}) AS r ON b.p = r.rp AND b.s = r.rs`;
    const job = this.job(order, opened, "place", EXTENDED);
    const placed = workers.relation(sqlRelation(joined), { ...job, takes: [...names, "l"] });
    await workers.connection.runPlan(namedView(placed, PLACED));
    return keptBlocks(workers.connection, scratch, "ordered", PLACED);
  }

  private columns({ choices }: OpenBlocks): string[] {
    return columnsFor(choices, ["p", "s", "b3"]);
  }

  private input(opened: OpenBlocks) {
    return sqlRelation(`SELECT ${this.columns(opened).join(", ")} FROM ${opened.table}`);
  }

  private job(
    { by, key }: Order,
    opened: OpenBlocks,
    work: string,
    returns: typeof SUMS,
    groupOf: Int32Array = new Int32Array(0),
  ) {
    const { blocks } = this;
    const { attributes, target, contentWeights } = blocks;
    const words = CONTENT_KEYS.map((word) =>
      Float64Array.from({ length: attributes.length + 2 }, (_, column) => hash(word, column)),
    );
    return {
      work,
      facts: {
        ...blockFacts(blocks, opened.choices),
        ...{ by, key, classes: target.kind === "classes" },
        many_classes: target.kind === "classes" ? target.classes : 1,
        content_weights: contentWeights === "stored",
      },
      arrays: { ...blockArrays(blocks), first: words[0], second: words[1], group_of: groupOf },
      takes: this.columns(opened),
      returns,
    };
  }

  /** Rows by class and range of hashes. */
  private async spread(order: Order, opened: OpenBlocks): Promise<Float64Array> {
    const { workers, target } = this.blocks;
    const size = (target.kind === "classes" ? target.classes : 1) * RANGES;
    const sums = new SumTable(size, "sums");
    const job = this.job(order, opened, "spread", SUMS);
    for await (const { rows, columns } of workers.rows(this.input(opened), job))
      for (let row = 0; row < rows; row++) {
        if (numberAt(columns[1], row) !== size) throw new Error("workers count other ranges");
        sums.add(keysAt(columns[2], row), doublesAt(columns[3], row));
      }
    return Float64Array.from({ length: size }, (_, range) => sums.at(range, 0));
  }
}

/** Neighbouring ranges together, and by group the number of the first row. */
function groupsOf(counts: Float64Array): { groupOf: Int32Array; starts: Float64Array } {
  const groupOf = new Int32Array(counts.length);
  const starts: number[] = [];
  let [before, inGroup] = [0, Number.POSITIVE_INFINITY];
  for (const [range, rows] of counts.entries()) {
    if (inGroup + rows > GROUP_ROWS) {
      starts.push(before);
      inGroup = 0;
    }
    groupOf[range] = starts.length - 1;
    before += rows;
    inGroup += rows;
  }
  return { groupOf, starts: Float64Array.from(starts) };
}
