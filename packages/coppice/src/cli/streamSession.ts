import process from "node:process";
import { CoppiceError } from "../base/errors.js";
import type { Learner } from "../learn/learner.js";
import { describeOptions } from "../learn/options.js";
import { classKindOf } from "../learn/stream/classKind.js";
import { resumeStream, type Stream, schemaFrom, startStream } from "../learn/stream/stream.js";
import type { StreamEvent } from "../learn/stream/streamLearner.js";
import { RecordCutter, type Records } from "../source/recordCutter.js";
import { columnSchema } from "../table/column.js";
import { parseSchema } from "../table/declare.js";
import type { ColumnSchema, ColumnType, DateOrder } from "../table/schema.js";
import { columnOf, type Table } from "../table/table.js";
import { chooseAttributes } from "../table/training/attributes.js";
import { growingFile, nextLine } from "../targets/growingFile.js";
import { type Io, printJson, printLine, printWarnings, remark, writeFileWhole } from "./io.js";
import { readJson, writeModel } from "./readJson.js";
import { type CellOptions, firstTable, formatOfStream, laterTable, type StreamFormat } from "./streamRows.js";
import { checkCells, checkSame, otherSource, placeIn } from "./streamState.js";
import { eventLine, streamHead, streamLine } from "./streamText.js";

export interface StreamFlags {
  readonly target?: string;
  readonly learner: string;
  readonly set: ReadonlyMap<string, unknown>;
  readonly type: ReadonlyMap<string, ColumnType>;
  readonly ignore: readonly string[];
  readonly use: readonly string[];
  readonly missing?: readonly string[];
  readonly delimiter?: string;
  readonly decimal?: "." | ",";
  readonly dates?: DateOrder;
  readonly seed: number;
  readonly every: number;
  readonly window?: number;
  readonly first: number;
  readonly memory?: number;
  readonly state?: string;
  readonly out?: string;
  readonly follow?: boolean;
  readonly replay?: boolean;
  readonly json?: boolean;
}

export function optionsOf(learner: Learner, { set, memory }: StreamFlags): Record<string, unknown> {
  const given = Object.fromEntries(set);
  if (memory === undefined) return given;
  if (!describeOptions(learner).some(({ name }) => name === "memory")) {
    const message = `${learner.name} keeps its rows, and has no limit of memory`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "--memory" });
  }
  return { ...given, memory };
}

/** Most rows that are learned at once: Ctrl-C takes effect between two batches. */
const BATCH = 4096;

export class Session {
  private stream: Stream | undefined;
  private format: StreamFormat | undefined;
  private columns: readonly ColumnSchema[] = [];
  private offset = 0;
  private records = 0;
  /** How cells are read, by the saved state. */
  private kept: CellOptions = {};
  /** Records of standard input that the saved state has learned. */
  private toSkip = 0;
  private reported = -1;
  /** Divides what follows the header. */
  private cutter: RecordCutter | undefined;
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly io: Io,
    private readonly path: string,
    private readonly flags: StreamFlags,
    private readonly learner: Learner,
  ) {}

  /** Whether there is something to keep. */
  get hasBegun(): boolean {
    return this.stream !== undefined;
  }

  /** Goes on from the saved state, if there is one. */
  async resume(): Promise<void> {
    const { io, path, flags, learner } = this;
    if (flags.state === undefined) return;
    const saved = await readJson(io, flags.state, "STREAM_STATE").catch((error: unknown) => {
      if (error instanceof CoppiceError && error.code === "FILE_READ" && error.facts.value === "ENOENT")
        return undefined;
      throw error;
    });
    if (saved === undefined) return;
    this.stream = resumeStream(learner, saved);
    const place = placeIn(saved);
    this.columns = parseSchema({ columns: place.columns }).columns;
    const begun = { stream: this.stream, learner, columns: this.columns };
    checkCells(place.cells, this.cells());
    checkSame(saved, begun, { ...flags, options: optionsOf(learner, flags) });
    if (flags.type.has(this.stream.schema.target.name)) this.stream.declareTarget();
    this.kept = place.cells;
    this.format = place.format;
    this.records = place.records;
    if (path !== "-") {
      if (place.name !== path) throw otherSource(place.name, path);
      this.offset = place.offset;
    } else if (flags.replay) this.toSkip = place.records;
    remark(io, "hint", `going on after row ${place.records} from ${flags.state}`);
  }

  /** Learns until the source ends or the signal is given. */
  read(signal: AbortSignal): Promise<void> {
    this.work = this.readAll(signal);
    return this.work;
  }

  /** The work has come to a stop, whatever happened. */
  async settled(): Promise<void> {
    await this.work.catch(() => {});
  }

  private async readAll(signal: AbortSignal): Promise<void> {
    const { path, flags } = this;
    const isResumed = path !== "-" && this.offset > 0;
    if (isResumed) {
      await this.checkHeader();
      this.offset = await nextLine(path, this.offset);
    }
    // A wait for standard input has no other end.
    if (path === "-") signal.addEventListener("abort", () => process.stdin.destroy());
    const bytes: AsyncIterable<Uint8Array> =
      path === "-"
        ? process.stdin
        : growingFile(path, {
            ...(flags.follow && { follow: true }),
            signal,
            ...(isResumed && { from: this.offset }),
          });
    if (isResumed) this.cutter = this.newCutter();
    const lines = new RecordCutter();
    for await (const chunk of bytes) {
      if (this.cutter) this.cutter.push(chunk);
      else {
        lines.push(chunk);
        this.cutter = this.begin(lines);
      }
      if (signal.aborted) return;
      if (this.cutter) await this.takeAll(this.cutter, signal);
    }
    if (this.cutter === undefined) {
      lines.push(new TextEncoder().encode("\n"));
      this.cutter = this.begin(lines);
    }
    if (this.cutter) await this.finish(this.cutter, signal);
  }

  /**
   * After Ctrl-C: standard input cannot go back, so its first rows are learned even if there are fewer than were to tell the
   * types. A file is read again from its beginning instead, so that its types do not depend on when it was stopped.
   */
  async settle(): Promise<void> {
    const { path, stream, cutter, flags } = this;
    if (path !== "-" || stream !== undefined || cutter === undefined) return;
    const more = cutter.take(flags.first - this.firstCount);
    if (more) this.collect(more);
    if (this.firstCount > 0) await this.learn(await this.started());
  }

  /** Once the first line is there, it tells the format. */
  private begin(lines: RecordCutter): RecordCutter | undefined {
    const first = lines.take(1);
    if (first === undefined) return undefined;
    const header = new TextDecoder()
      .decode(first.bytes)
      .replace(/^\uFEFF/, "")
      .replace(/\r?\n$/, "");
    const format = formatOfStream(header, this.flags.delimiter);
    if (this.format && JSON.stringify(this.format) !== JSON.stringify(format))
      throw otherHeader(this.format, format);
    this.format = format;
    const cutter = this.newCutter();
    if (format.kind === "json") cutter.push(first.bytes);
    else this.offset += first.bytes.length;
    cutter.push(lines.finish()?.bytes ?? new Uint8Array(0));
    return cutter;
  }

  private newCutter(): RecordCutter {
    return new RecordCutter(this.format?.delimiter?.charCodeAt(0));
  }

  /** The header of a file that is gone on with must still be there. */
  private async checkHeader(): Promise<void> {
    const lines = new RecordCutter();
    for await (const chunk of growingFile(this.path)) {
      lines.push(chunk);
      const first = lines.take(1);
      if (first === undefined) continue;
      const header = new TextDecoder()
        .decode(first.bytes)
        .replace(/^\uFEFF/, "")
        .replace(/\r?\n$/, "");
      const format = formatOfStream(header, this.flags.delimiter);
      if (JSON.stringify(format) !== JSON.stringify(this.format) && format.kind === "csv")
        throw otherHeader(this.format!, format);
      return;
    }
  }

  private async takeAll(cutter: RecordCutter, signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted) return;
      const records = await this.next(cutter);
      if (records === undefined) return;
      await this.learn(records);
    }
  }

  private first: Records[] = [];
  private firstCount = 0;

  /** The next records to learn. The first ones are collected until there are enough to tell the types of the columns. */
  private async next(cutter: RecordCutter): Promise<Records | undefined> {
    const { flags, records } = this;
    if (this.toSkip > 0) return this.skipped(cutter);
    if (this.stream) return cutter.take(Math.min(BATCH, flags.every - (records % flags.every)));
    const more = cutter.take(flags.first - this.firstCount);
    if (more === undefined) return undefined;
    this.collect(more);
    if (this.firstCount < flags.first) return this.next(cutter);
    return this.started();
  }

  private collect(some: Records): void {
    this.first.push(some);
    this.firstCount += some.count;
  }

  private async skipped(cutter: RecordCutter): Promise<Records | undefined> {
    while (this.toSkip > 0) {
      const some = cutter.take(Math.min(BATCH, this.toSkip));
      if (some === undefined) return undefined;
      this.toSkip -= some.count;
    }
    return this.next(cutter);
  }

  /** Begins with the collected records: what the columns are is decided here. */
  private async started(): Promise<Records> {
    const { io, path, flags, learner, first } = this;
    const bytes = joined(first.map((part) => part.bytes));
    const name = path === "-" ? "standard input" : path;
    const target = flags.target;
    if (target === undefined)
      throw new CoppiceError("TARGET_MISSING", "name the column to predict: --target", { name: "--target" });
    const read = await firstTable(name, bytes, this.format!, flags.type, this.cells());
    const table = asClasses(read, target, learner, flags.type);
    const declared = new Set([...flags.type.keys(), target]);
    const { ignore, use } = flags;
    const chosen = chooseAttributes(
      { table, declared, warnings: [] },
      { target, weight: undefined, ignore, use },
      "flag",
    );
    printWarnings(io, chosen.warnings);
    this.columns = table.columns.map((column) => columnSchema(column)).map(withoutLevels);
    const schema = schemaFrom(chosen.table, target, chosen.attributes);
    this.stream = startStream(learner, {
      ...{ schema, options: optionsOf(learner, flags), seed: flags.seed },
      ...(flags.window !== undefined && { window: flags.window }),
      ...(!flags.type.has(target) && { classKind: classKindOf(columnOf(table, target)) }),
    });
    if (!flags.json) printLine(io.stdout, streamHead());
    return { bytes, count: this.firstCount };
  }

  /** Learns records, and tells how it goes after every so many. */
  private async learn(records: Records): Promise<void> {
    const { every } = this.flags;
    const untilReport = () => every - (this.records % every);
    if (records.count <= untilReport()) return this.learnBatch(records);
    const cutter = this.newCutter();
    cutter.push(records.bytes);
    for (let some = cutter.take(untilReport()); some; some = cutter.take(untilReport()))
      await this.learnBatch(some);
    const last = cutter.finish();
    if (last) await this.learnBatch(last);
  }

  private async learnBatch({ bytes, count }: Records): Promise<void> {
    const { path, flags } = this;
    const stream = this.stream!;
    const name = path === "-" ? "standard input" : path;
    const line = this.records + (this.format!.kind === "csv" ? 2 : 1);
    const table = await laterTable(name, bytes, this.format!, this.columns, this.cells(), line);
    const events = stream.update(table);
    this.offset += bytes.length;
    this.records += count;
    this.tell(events);
    if (this.records % flags.every === 0) {
      this.report();
      await this.keep();
    }
  }

  /** How cells are read: as the state was begun, if there is one. */
  private cells(): CellOptions {
    const { missing, decimal, dates } = this.flags;
    const asked = { ...(missing && { missing }), ...(decimal && { decimal }), ...(dates && { dates }) };
    return { ...this.kept, ...asked };
  }

  private tell(events: readonly StreamEvent[]): void {
    for (const event of events) {
      if (this.flags.json) printJson(this.io, { event });
      else if (event.kind === "drift") printLine(this.io.stdout, eventLine(event));
    }
  }

  private report(): void {
    const { io, flags, records } = this;
    if (this.stream === undefined || this.reported === records) return;
    this.reported = records;
    const report = this.stream.report();
    if (flags.json) printJson(io, report);
    else printLine(io.stdout, streamLine(report));
  }

  /** At the end of the source: what is left, even without a line break at its end. */
  private async finish(cutter: RecordCutter, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const last = cutter.finish();
    if (last && this.stream && this.toSkip === 0) await this.learn(last);
    else if (last) this.collect(last);
    if (this.stream === undefined && this.firstCount > 0) await this.learn(await this.started());
  }

  /** The last figures, the state and the model. */
  async close(): Promise<void> {
    if (this.stream === undefined)
      throw new CoppiceError("TABLE_NO_ROWS", "the stream has had no rows to learn from");
    this.report();
    await this.keep();
  }

  private async keep(): Promise<void> {
    const { io, path, flags, stream, format, columns, offset, records } = this;
    if (flags.state !== undefined) {
      const source = { name: path, format, cells: this.cells(), columns, offset, records };
      await writeFileWhole(io, flags.state, `${JSON.stringify(stream!.save({ source }))}\n`);
    }
    if (flags.out !== undefined && stream!.rows > 0) await writeModel(io, flags.out, stream!.model());
  }
}

/** Levels of a first batch mean nothing to later ones; those of ranks are kept by the stream. */
function withoutLevels({ levels: _, ...column }: ColumnSchema): ColumnSchema {
  const { notation, ...rest } = column;
  return notation === undefined || notation.kind === "spelling" ? rest : column;
}

/** Few whole numbers are names of classes, to a learner that predicts nothing else. */
function asClasses(
  table: Table,
  target: string,
  learner: Learner,
  types: ReadonlyMap<string, ColumnType>,
): Table {
  const column = columnOf(table, target);
  if (column.type !== "numeric" || learner.tasks.includes("regression") || types.has(target)) return table;
  const distinct = new Set(column.values.filter((value) => !Number.isNaN(value)));
  if (distinct.size > FEW || [...distinct].some((value) => !Number.isInteger(value))) return table;
  const levels = [...distinct].sort((a, b) => a - b).map(String);
  const codes = Int32Array.from(column.values, (value) => levels.indexOf(String(value)));
  const classes = { type: "nominal" as const, name: target, levels, codes };
  return { ...table, columns: table.columns.map((one) => (one === column ? classes : one)) };
}

const FEW = 20;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

function otherHeader(before: StreamFormat, now: StreamFormat): CoppiceError {
  const message = `the stream began with the header ${JSON.stringify(before.header ?? "of JSON")}, and now has ${JSON.stringify(now.header ?? "JSON")}`;
  return new CoppiceError("STREAM_HEADER", message, { name: "header" });
}
