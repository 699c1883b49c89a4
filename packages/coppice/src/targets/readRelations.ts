import { dirname, join } from "node:path";
import { CoppiceError, show } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import { allBytes, type ByteSource, gunzip } from "../source/bytes.js";
import { chunksOf } from "../source/options.js";
import { formatOf, isGzipped } from "../source/read.js";
import { type RelationsElsewhere, relationsInJson } from "../source/relationsJson.js";
import { relationsInTable, tuplesInTable } from "../source/relationsTable.js";
import { makeRelations } from "../table/makeRelations.js";
import type { Relations } from "../table/relations.js";
import { type RelationSource, type RelationsSource, relationError } from "../table/relationsSource.js";
import type { Table } from "../table/table.js";
import { decodeUtf8 } from "../table/utf8.js";
import { fileBytes, readTable } from "./files.js";

export interface RelationFiles {
  /** Relations as JSON, or a table with a column `relation`. */
  readonly data?: string | undefined;
  /** Tables that hold one relation each, by its name; they replace that relation in `data`. */
  readonly relations?: ReadonlyMap<string, string> | undefined;
  /** Types of the arguments, by relation; in place of those in `data`. */
  readonly types?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Tables of tuples that are not in a relation, by its name. */
  readonly negatives?: ReadonlyMap<string, string> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads relations from files and combines each with its given types and negatives. */
export async function readRelations(files: RelationFiles): Promise<Relations> {
  const { data, signal } = files;
  const read: RelationsSource = data === undefined ? { relations: [] } : await readData(data, signal);
  const lists = new Map(read.lists);
  const all = new Map<string, RelationSource>(read.relations.map((each) => [each.name, each]));
  if (all.size < read.relations.length) makeRelations(read); // throws, naming the duplicate
  for (const [name, path] of files.relations ?? []) {
    all.set(name, { name, tuples: await readTuples(path, signal) });
    lists.delete(name);
  }
  for (const name of [...(files.types?.keys() ?? []), ...(files.negatives?.keys() ?? [])]) {
    // Whatever has argument types or negatives is certainly a relation.
    const constants = lists.get(name);
    if (constants !== undefined) all.set(name, { name, tuples: constants.map((constant) => [constant]) });
    lists.delete(name);
  }
  for (const [name, types] of files.types ?? []) all.set(name, { ...known(all, name), types });
  for (const [name, path] of files.negatives ?? []) {
    all.set(name, { ...known(all, name), negatives: await readTuples(path, signal) });
  }
  return makeRelations({ ...read, lists, relations: [...all.values()] });
}

/** The tuples of a table: every column is an argument. */
export async function readTuples(path: string, signal?: AbortSignal): Promise<string[][]> {
  return (await readNamedTuples(path, signal)).tuples;
}

/** The same with the names of the columns. */
export async function readNamedTuples(
  path: string,
  signal?: AbortSignal,
): Promise<{ readonly names: readonly string[]; readonly tuples: string[][] }> {
  const table = await readTexts(path, signal);
  return { names: table.columns.map(({ name }) => name), tuples: tuplesInTable(table, path) };
}

function known(all: ReadonlyMap<string, RelationSource>, name: string): RelationSource {
  const found = all.get(name);
  if (found !== undefined) return found;
  const message = `there is no relation ${show(name)}${didYouMean(name, all.keys())}`;
  throw new CoppiceError("RELATION_UNKNOWN", message, { name, value: [...all.keys()].slice(0, 50) });
}

async function readData(path: string, signal: AbortSignal | undefined): Promise<RelationsSource> {
  if (path === "-" || formatOf(path) !== "json") return relationsInTable(await readTexts(path, signal), path);
  const found = relationsInJson(await readJson(fileBytes(path), signal), path);
  return "file" in found ? readElsewhere(path, found, signal) : found;
}

async function readElsewhere(
  path: string,
  { file, names }: RelationsElsewhere,
  signal: AbortSignal | undefined,
): Promise<RelationsSource> {
  const other = join(dirname(path), file);
  const { relations } = relationsInTable(await readTexts(other, signal), other);
  for (const name of names ?? []) known(new Map(relations.map((each) => [each.name, each])), name);
  return { relations: relations.filter(({ name }) => names?.includes(name) ?? true) };
}

/** A table whose cells are all text: constants stay as they are written. */
async function readTexts(path: string, signal: AbortSignal | undefined): Promise<Table> {
  const options = { missing: [], ...(signal && { signal }) };
  const { table } = await readTable(path, options);
  if (table.columns.every(({ type, notation }) => type !== "numeric" && notation === undefined)) return table;
  const own = table.columns.filter(({ part }) => part === undefined);
  const types = new Map(own.map(({ name }) => [name, "nominal" as const]));
  return (await readTable(path, { ...options, types })).table;
}

async function readJson(file: ByteSource, signal: AbortSignal | undefined): Promise<unknown> {
  const source = isGzipped(file.name) ? gunzip(file) : file;
  const text = decodeUtf8(await allBytes(chunksOf(source, signal ? { signal } : {})));
  try {
    return JSON.parse((text ?? "").replace(/^\ufeff/, ""));
  } catch (error) {
    const why = text === undefined ? "it is not UTF-8 text" : (error as Error).message;
    throw relationError(`${file.name} is not JSON: ${why}`, file.name, "JSON");
  }
}
