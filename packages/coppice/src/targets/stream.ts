/** `coppice/stream`: learning from rows that keep coming, in Node and in browsers. */
import { CoppiceError } from "../base/errors.js";
import { isJson } from "../base/json.js";
import { loadLearner } from "../learn/loadLearner.js";
import type { LearnerName } from "../learn/optionTypes.js";
import { type ClassKind, classKindOf } from "../learn/stream/classKind.js";
import {
  resumeStream as resumed,
  type Stream,
  type StreamReport,
  schemaFrom,
  startStream as started,
} from "../learn/stream/stream.js";
import type { StreamEvent, StreamSchema } from "../learn/stream/streamLearner.js";
import type { Model } from "../model/model.js";
import { type TableData, tableFrom } from "../source/tableFrom.js";
import { parseSchema, readingSchema } from "../table/declare.js";
import type { Schema } from "../table/schema.js";
import { columnOf, type Table } from "../table/table.js";

export { CoppiceError } from "../base/errors.js";
export type { Accuracy } from "../learn/stream/prequential.js";
export type { StreamReport } from "../learn/stream/stream.js";
export type {
  StreamContext,
  StreamEvent,
  StreamLearned,
  StreamLearning,
  StreamRows,
  StreamRun,
  StreamSchema,
  StreamState,
} from "../learn/stream/streamLearner.js";

export { tableFrom } from "../source/tableFrom.js";
export { parseSchema } from "../table/declare.js";

export interface StartOptions {
  /** A learner of streams. Default: `hoeffding`. */
  readonly learner?: LearnerName;
  readonly target: string;
  /** The columns: names and types, and the order of ordered levels. Levels and classes are added as they occur. */
  readonly schema?: Schema;
  /** Instead of a schema: rows from which names and types are found out. They are not learned. */
  readonly like?: TableData;
  /** Columns to learn from. Default: all but the target and strings. */
  readonly attributes?: readonly string[];
  readonly options?: Readonly<Record<string, unknown>>;
  /** Default: 1. */
  readonly seed?: number;
  /** Rows of the window over which the recent accuracy is measured. Default: 10,000. */
  readonly window?: number;
}

/** A learner at work on a stream of rows. */
export class RowStream {
  constructor(private readonly stream: Stream) {}

  /** Rows learned so far. */
  get rows(): number {
    return this.stream.rows;
  }

  /** Predicts, counts and learns rows in their order; returns the changes that were noticed meanwhile. */
  update(data: TableData): readonly StreamEvent[] {
    return this.stream.update(this.table(data));
  }

  /** Forgets rows that were learned before, if the learner can. */
  remove(data: TableData): void {
    this.stream.remove(this.table(data));
  }

  /** Replaces rows that were learned before by corrected ones, if the learner can. */
  correct(before: TableData, after: TableData): void {
    this.stream.correct(this.table(before), this.table(after));
  }

  /** The model so far: an ordinary model, which does not change when the stream goes on. */
  model(): Model {
    return this.stream.model();
  }

  /** The accuracy so far, with baselines, and the size of what was learned. */
  report(): StreamReport {
    return this.stream.report();
  }

  /** All that is known, to be written as JSON and given to `resumeStream`. */
  save(): object {
    return this.stream.save();
  }

  private table(data: TableData): Table {
    const { target, attributes } = this.stream.schema;
    return tableFrom(data, { schema: readingSchema([...attributes, target]) });
  }
}

/** Begins to learn from a stream. */
export async function startStream(request: StartOptions): Promise<RowStream> {
  const { learner = "hoeffding", options, seed, window } = request;
  const loaded = await loadLearner(learner);
  const more = {
    ...(options && { options }),
    ...(seed !== undefined && { seed }),
    ...(window && { window }),
  };
  const { schema, classKind } = columnsOf(request);
  return new RowStream(started(loaded, { schema, classKind, ...more }));
}

/** Goes on from what `RowStream.save` returned, as if nothing had happened. */
export async function resumeStream(saved: unknown): Promise<RowStream> {
  const name = isJson(saved) ? saved.learner : undefined;
  if (typeof name !== "string") {
    throw new CoppiceError("STREAM_STATE", "the state of a stream must have a learner", {
      rule: "a learner's name",
    });
  }
  return new RowStream(resumed(await loadLearner(name), saved));
}

/** The columns, and what the classes are if their type was found out. */
function columnsOf({ target, schema, like, attributes }: StartOptions): {
  readonly schema: StreamSchema;
  readonly classKind?: ClassKind | undefined;
} {
  if (like !== undefined) {
    const table = tableFrom(like);
    const column = columnOf(table, target);
    const named = column.type === "numeric" ? tableFrom(like, { types: { [target]: "nominal" } }) : table;
    return { schema: schemaFrom(named, target, attributes), classKind: classKindOf(column) };
  }
  if (schema === undefined)
    throw new CoppiceError("SCHEMA_INVALID", "a stream needs a schema, or rows to find it out from (like)");
  const { columns } = parseSchema(schema);
  const find = (name: string) => {
    const column = columns.find((one) => one.name === name);
    if (column) return column;
    throw new CoppiceError("COLUMN_UNKNOWN", `the schema has no column ${JSON.stringify(name)}`, { name });
  };
  const names = attributes ?? columns.filter(({ type }) => type !== "string").map(({ name }) => name);
  return {
    schema: { target: find(target), attributes: names.filter((name) => name !== target).map(find) },
  };
}
