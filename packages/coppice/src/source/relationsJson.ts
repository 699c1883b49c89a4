import { show } from "../base/errors.js";
import { type RelationSource, type RelationsSource, relationError } from "../table/relationsSource.js";

type Json = Readonly<Record<string, unknown>>;

/** A JSON file that only describes relations: they are in another file in the same folder. */
export interface RelationsElsewhere {
  readonly file: string;
  /** The relations that it must have. Default: all that it has. */
  readonly names?: readonly string[];
}

/**
 * Relations in parsed JSON, in one of three forms: `{relations: [{name, types?, tuples, negatives?}],
 * types?: {name: [constants]}}`; an object in which each list of lists is a relation, and each list of values a type
 * or a relation of one argument; or `{file, relations?: [names]}`, which names a table.
 */
export function relationsInJson(json: unknown, source: string): RelationsSource | RelationsElsewhere {
  if (!isObject(json)) throw formError(source, json);
  const { relations, types, file } = json;
  if (Array.isArray(relations) && relations.length > 0 && relations.every(isObject)) {
    return {
      relations: relations.map((each, i) => describedRelation(each, `${source}, relations[${i}]`)),
      ...(types !== undefined && { types: extentsOf(types, source) }),
    };
  }
  if (typeof file === "string") {
    const named = Array.isArray(relations) && relations.every((each) => typeof each === "string");
    return named ? { file, names: relations } : { file };
  }
  return plainRelations(json, source);
}

function plainRelations(json: Json, source: string): RelationsSource {
  const relations: RelationSource[] = [];
  const lists = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(json)) {
    if (!Array.isArray(value)) continue;
    const nested = value.filter((each) => Array.isArray(each)).length;
    const path = `${source}, ${show(name)}`;
    if (value.length > 0 && nested === 0) lists.set(name, namesIn(value, path));
    else relations.push({ name, tuples: tuplesIn(value, path) });
  }
  if (relations.length === 0 && lists.size === 0) {
    throw relationError(`${source} has no relations: no key holds a list`, source, "lists of tuples");
  }
  return { relations, lists };
}

function describedRelation(json: Json, path: string): RelationSource {
  const { name, types, tuples, negatives } = json;
  if (typeof name !== "string") throw relationError(`${path}.name must be a string`, path, "a string");
  return {
    name,
    tuples: tuplesIn(tuples, `${path}.tuples`),
    ...(types !== undefined && { types: namesIn(types, `${path}.types`) }),
    ...(negatives !== undefined && { negatives: tuplesIn(negatives, `${path}.negatives`) }),
  };
}

function extentsOf(json: unknown, source: string): Map<string, readonly string[]> {
  if (!isObject(json)) {
    throw relationError(`${source}, types must be an object of lists`, "types", "an object of lists");
  }
  return new Map(
    Object.entries(json).map(([name, list]) => [name, namesIn(list, `${source}, types.${show(name)}`)]),
  );
}

/** A tuple of one argument may be written without brackets. */
function tuplesIn(json: unknown, path: string): string[][] {
  if (!Array.isArray(json)) throw relationError(`${path} must be a list of tuples`, path, "a list of tuples");
  return json.map((tuple, i) => namesIn(Array.isArray(tuple) ? tuple : [tuple], `${path}[${i}]`));
}

function namesIn(json: unknown, path: string): string[] {
  if (!Array.isArray(json)) throw relationError(`${path} must be a list`, path, "a list");
  return json.map((value) => {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      return String(value);
    const rule = "strings, numbers, true or false";
    throw relationError(
      `${path} must hold ${rule}; it holds ${value === null ? "null" : typeof value}`,
      path,
      rule,
    );
  });
}

function formError(source: string, json: unknown) {
  const rule = "an object of relations";
  const found = Array.isArray(json) ? "a list" : show(json);
  return relationError(`${source} must hold ${rule}; it holds ${found}`, source, rule);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
