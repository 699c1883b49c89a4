import { CoppiceError } from "../base/errors.js";
import { isJson } from "../base/json.js";
import type { Learner } from "../learn/learner.js";
import { checkOptions } from "../learn/options.js";
import type { Stream } from "../learn/stream/stream.js";
import type { ColumnSchema, ColumnType } from "../table/schema.js";
import type { CellOptions, StreamFormat } from "./streamRows.js";

/** Where a source was left, and how it is written. */
export interface Place {
  readonly name: string;
  readonly format: StreamFormat;
  readonly cells: CellOptions;
  readonly columns: readonly ColumnSchema[];
  /** Bytes of the source that have been learned, its header included. */
  readonly offset: number;
  readonly records: number;
}

export function placeIn(saved: unknown): Place {
  const place = isJson(saved) ? saved.source : undefined;
  if (isJson(place) && isJson(place.format) && Array.isArray(place.columns))
    return { ...(place as unknown as Place), cells: isJson(place.cells) ? (place.cells as CellOptions) : {} };
  throw new CoppiceError("STREAM_STATE", "the state does not tell where its source was left", {
    name: "source",
  });
}

/** What a command asks for that belongs to the state. */
export interface Asked {
  readonly target?: string | undefined;
  readonly type: ReadonlyMap<string, ColumnType>;
  readonly ignore: readonly string[];
  readonly use: readonly string[];
  readonly seed: number;
  readonly window?: number | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

/** What was decided when the state was begun stays: anything else would not be the same stream. */
export function checkSame(
  saved: unknown,
  { stream, learner, columns }: { stream: Stream; learner: Learner; columns: readonly ColumnSchema[] },
  asked: Asked,
): void {
  const { options, seed } = saved as { options: Record<string, unknown>; seed: number };
  const given: Record<string, unknown> = checkOptions(learner, asked.options);
  for (const name of Object.keys(given)) checkValue(name, options[name], given[name]);
  checkValue("seed", seed, asked.seed);
  const { target = stream.schema.target.name, window = stream.window } = asked;
  checkValue("target", stream.schema.target.name, target);
  checkValue("window", stream.window, window);
  checkTypes(columns, asked.type);
  checkAttributes(stream, columns, asked);
}

/** Cells are read as they were: what is given again must be the same. */
export function checkCells(before: CellOptions, asked: CellOptions): void {
  for (const name of ["missing", "decimal", "dates"] as const)
    if (asked[name] !== undefined) checkValue(name, before[name], asked[name]);
}

function checkValue(name: string, before: unknown, now: unknown): void {
  const [then, here] = [before, now].map((value) => JSON.stringify(value) ?? "none");
  if (then !== here) throw other(name, `${name}=${then}`, `${name}=${here}`);
}

function checkTypes(columns: readonly ColumnSchema[], types: ReadonlyMap<string, ColumnType>): void {
  for (const [name, type] of types) {
    const told = JSON.stringify(name);
    const before = columns.find((column) => column.name === name)?.type;
    if (before === undefined) throw other(name, `no column ${told}`, `--type ${told}=${type}`);
    if (before !== type) throw other(name, `${told} as ${before}`, `--type ${told}=${type}`);
  }
}

function checkAttributes({ schema }: Stream, columns: readonly ColumnSchema[], { ignore, use }: Asked): void {
  const check = (flag: string, name: string, isMeant: (role: Role) => boolean) => {
    const told = JSON.stringify(name);
    const role = roleOf(name, schema, columns);
    if (!isMeant(role)) throw other(name, `${role} ${told}`, `${flag} ${told}`);
  };
  for (const name of ignore) check("--ignore", name, (role) => role === "an unused column");
  for (const name of use) check("--use", name, (role) => role === "the attribute");
}

type Role = "the target" | "the attribute" | "an unused column" | "no column";

function roleOf(
  name: string,
  { target, attributes }: Stream["schema"],
  columns: readonly ColumnSchema[],
): Role {
  const isIn = (list: readonly ColumnSchema[]) => list.some((column) => column.name === name);
  if (name === target.name) return "the target";
  if (isIn(attributes)) return "the attribute";
  return isIn(columns) ? "an unused column" : "no column";
}

function other(name: string, before: string, now: string): CoppiceError {
  const message = `the state was begun with ${before}, not with ${now}: repeat it, or give another --state`;
  return new CoppiceError("STREAM_STATE", message, { name, rule: before, value: now });
}

export function otherSource(before: string, now: string): CoppiceError {
  const message = `the state belongs to ${before}, not to ${now}`;
  return new CoppiceError("STREAM_STATE", message, { name: now, rule: before });
}
