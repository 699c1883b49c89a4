import { CoppiceError } from "../../base/errors.js";
import { isJson } from "../../base/json.js";
import type { Model } from "../../model/model.js";
import { type Column, columnSchema } from "../../table/column.js";
import { isStringType } from "../../table/schema.js";
import { columnOf, selectRows, type Table } from "../../table/table.js";
import type { Learner } from "../learner.js";
import { checkOptions } from "../options.js";
import { type ClassKind, checkClassKind } from "./classKind.js";
import { GrowingColumn } from "./growingColumns.js";
import { modelOfStream } from "./modelOfStream.js";
import { type Accuracy, Prequential } from "./prequential.js";
import { RunningSpreads } from "./runningSpreads.js";
import { stateFromJson, stateToJson } from "./stateJson.js";
import type { StreamEvent, StreamLearning, StreamRows, StreamRun, StreamSchema } from "./streamLearner.js";

export interface StreamRequest {
  readonly schema: StreamSchema;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Default: 1. */
  readonly seed?: number;
  /** Rows of the window over which the recent accuracy is measured. Default: 10,000. */
  readonly window?: number;
  /** If the type of the target was found out, not declared: what its classes are, and must stay. */
  readonly classKind?: ClassKind | undefined;
}

/** How it goes. */
export interface StreamReport {
  readonly rows: number;
  readonly classes: number;
  /** Over the last rows, as many as the window has. */
  readonly window: Accuracy;
  readonly overall: Accuracy;
  /** Size and work, by name. */
  readonly figures: Readonly<Record<string, number>>;
}

const FORMAT = "coppice-stream";
const VERSION = 1;
const WINDOW = 10_000;
/** A stream of new classes, such as numbers or identifiers, would fill any memory. */
const MOST_CLASSES = 1000;

/**
 * A learner, and the stream that it learns from: columns whose levels grow, what was predicted, what was noticed. All of it
 * is in `save`, from which `resumeStream` goes on as if nothing had happened.
 */
export class Stream {
  private readonly target: GrowingColumn;
  private readonly attributes: readonly GrowingColumn[];

  constructor(
    private readonly learner: Pick<Learner, "name">,
    private readonly options: Readonly<Record<string, unknown>>,
    private readonly seed: number,
    schema: StreamSchema,
    private readonly run: StreamRun,
    private readonly judged: Prequential,
    private classKind: ClassKind | undefined,
    private readonly spreads = new RunningSpreads(schema.attributes),
  ) {
    this.target = new GrowingColumn(schema.target);
    this.attributes = schema.attributes.map((column) => new GrowingColumn(column));
  }

  /** Rows learned so far. */
  get rows(): number {
    return this.judged.rows;
  }

  /** Rows of the window over which the recent accuracy is measured. */
  get window(): number {
    return this.judged.window;
  }

  /** With the levels and classes so far. */
  get schema(): StreamSchema {
    return { target: this.target.schema, attributes: this.attributes.map(({ schema }) => schema) };
  }

  /** From now on classes may be of any kind. */
  declareTarget(): void {
    this.classKind = undefined;
  }

  /** Learns rows in their order; those without a target are left out. Returns what was noticed meanwhile. */
  update(table: Table): readonly StreamEvent[] {
    const rows = this.rowsOf(table);
    const target = rows.target as Int32Array;
    const predicted = new Int32Array(rows.rows);
    this.run.update(rows, predicted);
    this.spreads.add(rows.attributes);
    for (let i = 0; i < rows.rows; i++) this.judged.add(predicted[i], target[i]);
    return this.run.takeEvents?.() ?? [];
  }

  /** Forgets rows that were learned before. */
  remove(table: Table): void {
    this.undoable().remove(this.rowsOf(table));
  }

  /** Replaces rows that were learned before by corrected ones. */
  correct(before: Table, after: Table): void {
    const { remove } = this.undoable();
    const [old, rows] = [this.rowsOf(before), this.rowsOf(after)];
    checkPairs([before.rows, after.rows], [old.rows, rows.rows], this.target.name);
    remove.call(this.run, old);
    this.run.update(rows, new Int32Array(rows.rows));
  }

  private undoable(): Required<Pick<StreamRun, "remove">> {
    const { run, learner } = this;
    if (run.remove) return run as Required<Pick<StreamRun, "remove">>;
    const message = `${learner.name} keeps sums of the rows, not the rows: it cannot forget one`;
    throw new CoppiceError("STREAM_FORGET", message, { name: learner.name });
  }

  /** The rows of a table in the codes of the stream. Checked and coded before anything is learned. */
  private rowsOf(table: Table): StreamRows {
    const known = knownRows(columnOf(table, this.target.name));
    const part = known === undefined ? table : selectRows(table, known);
    if (this.classKind) checkClassKind(this.classKind, columnOf(part, this.target.name), this.rows);
    const target = this.target.cells(columnOf(part, this.target.name)) as Int32Array;
    this.checkClasses();
    return {
      rows: part.rows,
      attributes: this.attributes.map((column) => column.cells(columnOf(part, column.name))),
      target,
      first: this.rows,
    };
  }

  private checkClasses(): void {
    const { levels } = this.target.dictionary!;
    if (levels.length <= MOST_CLASSES) return;
    const { name } = this.target;
    const message = `the target ${JSON.stringify(name)} has had more than ${MOST_CLASSES} classes; the last is ${JSON.stringify(levels[levels.length - 1])}`;
    throw new CoppiceError("TARGET_CLASSES", message, { name, rule: `at most ${MOST_CLASSES} classes` });
  }

  /** The model so far: an ordinary one, which all commands take. */
  model(): Model {
    const { schema, rows, options, seed } = this;
    if (rows === 0) throw new CoppiceError("TABLE_NO_ROWS", "the stream has had no rows to learn from");
    const spreads = this.spreads.spreads(schema.attributes.map(({ levels }) => levels?.length ?? 0));
    const head = { learner: this.learner.name, options, schema, rows, seed, spreads };
    return modelOfStream(head, this.run.learned(schema));
  }

  report(): StreamReport {
    const { judged, run, target } = this;
    return {
      rows: judged.rows,
      classes: target.dictionary!.levels.length,
      window: judged.latest,
      overall: judged.overall,
      figures: run.figures(),
    };
  }

  /** All that is known, as an object for JSON. `more` is kept with it: where the source was left, for example. */
  save(more: Readonly<Record<string, unknown>> = {}): object {
    const { learner, options, seed, schema, rows, judged, spreads, run } = this;
    return {
      ...{ format: FORMAT, version: VERSION, learner: learner.name, options, seed, rows, schema },
      ...(this.classKind && { classKind: this.classKind }),
      ...more,
      judged: stateToJson(judged.state()),
      spreads: stateToJson(spreads.state()),
      state: stateToJson(run.state()),
    };
  }
}

/** Begins to learn from a stream of rows with these columns. */
export function startStream(learner: Learner, request: StreamRequest): Stream {
  const { schema, seed = 1, window = WINDOW, classKind } = request;
  checkTarget(learner, schema);
  const learning = learningOf(learner);
  const options = checkOptions(learner, request.options ?? {});
  const run = learning.start(options, { schema, seed });
  return new Stream(learner, options, seed, schema, run, new Prequential(window), classKind);
}

/** Goes on from what `Stream.save` returned. */
export function resumeStream(learner: Learner, saved: unknown): Stream {
  const { options, seed, rows, schema, classKind, judged, spreads, state } = checkSaved(saved, learner.name);
  const run = learningOf(learner).resume(stateFromJson(state), options, { schema, seed });
  const judge = Prequential.from(stateFromJson(judged, "judged"));
  if (rows !== judge.rows) throw wrongState(`rows ${judge.rows}, as many as were judged`, rows);
  const known = new RunningSpreads(schema.attributes).restore(stateFromJson(spreads, "spreads"));
  return new Stream(learner, options, seed, schema, run, judge, classKind, known);
}

/** How a learner goes on; one that cannot is an error. */
export function learningOf({ name, stream }: Learner): StreamLearning {
  if (stream) return stream;
  const message = `${name} needs all rows at once; learners of streams: see coppice learners`;
  throw new CoppiceError("LEARNER_TASK", message, { name, rule: "a learner of streams" });
}

function checkTarget(learner: Learner, { target }: StreamSchema): void {
  if (target.type !== "numeric" || learner.tasks.includes("regression")) return;
  const message = `${learner.name} does classification, but the target ${JSON.stringify(target.name)} is numeric; if its numbers are names of classes, declare it nominal`;
  throw new CoppiceError("LEARNER_TASK", message, {
    name: learner.name,
    rule: "classification",
    value: "regression",
  });
}

/** The schema of a stream from its first rows: all columns but strings that a file declares are attributes, unless they are listed. */
export function schemaFrom(table: Table, target: string, attributes?: readonly string[]): StreamSchema {
  const isAside = (column: Column) => column.type !== "numeric" && column.aside === true;
  const chosen = attributes ?? table.columns.filter((column) => !isAside(column)).map(({ name }) => name);
  const columns = chosen.filter((name) => name !== target).map((name) => columnOf(table, name));
  const strings = columns.find(({ type }) => isStringType(type));
  if (strings) {
    const { name, type } = strings;
    const message = `streams have no tests of strings, and the column ${JSON.stringify(name)} is ${type}: leave it out, or fit a model`;
    throw new CoppiceError("COLUMN_TYPE", message, {
      name,
      rule: "numeric, nominal or ordered",
      value: type,
    });
  }
  if (columns.length === 0)
    throw new CoppiceError("ATTRIBUTE_NONE", "there is no attribute to learn from besides the target", {
      name: target,
    });
  return { target: atStart(columnOf(table, target)), attributes: columns.map(atStart) };
}

/** Levels are taken in as they occur, so that their order does not depend on how many rows come first; ranks are kept. */
function atStart(column: Column): StreamSchema["target"] {
  const schema = columnSchema(column);
  if (column.type === "numeric" || column.type === "ordered") return schema;
  return { ...schema, levels: [] };
}

/** The rows whose target is known; undefined if that is all of them. */
function knownRows(column: Column): Int32Array | undefined {
  if (column.type === "numeric" || !column.codes.includes(-1)) return undefined;
  return Int32Array.from([...column.codes.keys()].filter((row) => column.codes[row] >= 0));
}

/** Corrected rows take the place of others: each needs its counterpart, and both a class. */
function checkPairs(given: readonly number[], known: readonly number[], target: string): void {
  if (given[0] !== given[1]) {
    const message = `corrected rows must be as many as those that they replace: ${given[0]} rows, and ${given[1]} for them`;
    throw new CoppiceError("STREAM_FORGET", message, { rule: `${given[0]} rows`, value: given[1] });
  }
  if (given.every((rows, i) => rows === known[i])) return;
  const message = `a row to be corrected, and what it is corrected to, must have a value of the target ${JSON.stringify(target)}; to forget a row, remove it`;
  throw new CoppiceError("TARGET_INCOMPLETE", message, { name: target });
}

interface Saved {
  readonly options: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly rows: number;
  readonly classKind?: ClassKind;
  readonly schema: StreamSchema;
  readonly judged: unknown;
  readonly spreads: unknown;
  readonly state: unknown;
}

function checkSaved(saved: unknown, learner: string): Saved {
  const json = isJson(saved) ? saved : {};
  if (json.format !== FORMAT) throw wrongState(`format "${FORMAT}"`, json.format);
  if (json.version !== VERSION) throw wrongState(`version ${VERSION}`, json.version);
  if (json.learner !== learner) throw wrongState(`learner "${learner}"`, json.learner);
  if (!isJson(json.schema) || !isJson(json.options) || typeof json.seed !== "number")
    throw wrongState("schema, options and seed", Object.keys(json));
  if (json.classKind !== undefined && json.classKind !== "numbers" && json.classKind !== "names")
    throw wrongState("a classKind of numbers or names, or none", json.classKind);
  return json as unknown as Saved;
}

function wrongState(rule: string, value: unknown): CoppiceError {
  const message = `the state of a stream must have ${rule}; got ${JSON.stringify(value)}`;
  return new CoppiceError("STREAM_STATE", message, { rule });
}
