import { CoppiceError } from "coppice";
import type { AttributeFacts, LearningTask, TargetFacts } from "coppice/engine";
import type { Relation } from "../../dialect/relation.js";
import { baseQuery, taskOf } from "../../engine/baseRows.js";
import { factsOf } from "../../engine/codeRows.js";
import { type Grids, gridsOf } from "../../engine/grids.js";
import type { RowColumns } from "../../engine/request.js";
import type { Scratch } from "../../engine/scratch.js";
import { namedView, sqlRelation } from "../messages.js";
import type { JobArrays } from "../workers/job.js";
import { BLOCKS, type Workers } from "../workers/workers.js";
import { type Listed, listedValues, MOST_VALUES } from "./lists.js";

/** Rows as codes in blocks, in a scratch table: see the program of the workers for their form. */
export interface CodedBlocks {
  readonly workers: Workers;
  readonly table: string;
  readonly task: LearningTask;
  readonly attributes: readonly AttributeFacts[];
  readonly target: TargetFacts;
  readonly isWeighted: boolean;
  readonly hasGaps: readonly boolean[];
  /** The bytes of a code of each attribute. */
  readonly widths: Int32Array;
}

/** Records of a batch that go to a worker at once, and rows of a block. */
const MOST_ROWS = 65_536;
const BATCH_BYTES = 1 << 24;

/** A temporary view, which only this session sees. */
const VIEW = "coppice_coding";
const RECORDS = "spark.sql.execution.arrow.maxRecordsPerBatch";

/**
 * Codes the rows of a relation on the workers, in one pass after one that lists the values. The grids and the levels are those
 * of the library in memory.
 */
export async function codeBlocks(
  workers: Workers,
  relation: Relation,
  columns: RowColumns,
  scratch: Scratch,
): Promise<CodedBlocks> {
  const { connection } = workers;
  const base = baseQuery(relation, columns, connection.dialect);
  const records = Math.floor(BATCH_BYTES / (8 * (columns.attributes.length + 3)));
  await connection.configure({ [RECORDS]: String(Math.max(256, Math.min(MOST_ROWS, records))) });
  const lists = await listedValues(workers, sqlRelation(base), columns);
  checkLists(columns, lists);
  const grids = await gridsOf(connection, `(${base}) AS base`, columns);
  const attributes = lists.slice(0, -1);
  const classes = columns.target.schema.type === "numeric" ? undefined : lists[attributes.length];
  const task = taskOf(columns, attributes, classes, grids);
  const widths = Int32Array.from(attributes, ({ codes }) => (codes < 256 ? 1 : codes < 65_536 ? 2 : 4));
  const coded = workers.relation(sqlRelation(base), codingJob(columns, lists, grids, widths));
  await connection.runPlan(namedView(coded, VIEW));
  const table = await scratch.create("blocks", `SELECT * FROM ${VIEW}`);
  // A block is a record of megabytes: one is enough for a batch.
  await connection.configure({ [RECORDS]: "1" });
  return {
    ...{ workers, table, task, widths, isWeighted: columns.weight !== undefined },
    attributes: attributes.map((list, i) => factsOf(columns.attributes[i].schema, list)),
    target: targetFacts(lists[attributes.length], classes, grids),
    hasGaps: attributes.map(({ hasGaps }) => hasGaps),
  };
}

function checkLists({ attributes }: RowColumns, lists: readonly Listed[]): void {
  const open = attributes.findIndex((_, i) => lists[i].isOpen);
  if (open < 0) return;
  const { name } = attributes[open].schema;
  const message = `${JSON.stringify(name)} has more than ${MOST_VALUES} distinct values, too many for the batch function on the workers: pull the rows, or round them in a query`;
  throw new CoppiceError("ENGINE_ROWS", message, { name, rule: `at most ${MOST_VALUES} distinct values` });
}

function codingJob(columns: RowColumns, lists: readonly Listed[], grids: Grids, widths: Int32Array) {
  const arrays: Record<string, Float64Array> = {};
  const codings = lists.map(({ values, levels, codes }, i) => {
    if (i === lists.length - 1 && grids.values)
      return { how: "units", denominator: grids.values.denominator, center: grids.values.center };
    if (levels) return { how: "levels", levels, bytes: widths[i] ?? 4 };
    arrays[`values${i}`] = values!;
    return { how: "exact", codes, bytes: widths[i] };
  });
  return {
    work: "code",
    facts: {
      columns: codings,
      weighted: columns.weight !== undefined,
      scale: grids.weightScale,
      quantum: grids.weightQuantum,
      keyed: false,
    },
    arrays: arrays as JobArrays,
    takes: [...columns.attributes.map((_, i) => `x${i}`), "y", "w"],
    returns: BLOCKS,
  };
}

function targetFacts(list: Listed, classes: Listed | undefined, { values }: Grids): TargetFacts {
  if (classes) return { kind: "classes", classes: classes.codes };
  const { center, denominator } = values!;
  const units = list.values!.map((y) => Math.round(y * denominator) - center);
  return { kind: "values", center, denominator, units: Float64Array.from(new Set(units)) };
}
