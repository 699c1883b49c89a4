import { CoppiceError } from "../../base/errors.js";
import { attributesOf } from "../../engine/problem.js";
import { type EnsembleModel, memberCount } from "../../model/ensemble.js";
import { isEnsemble, type Model } from "../../model/model.js";
import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees, wordsFor } from "../../model/packed.js";
import { isStringMeasure } from "../../model/stringMeasure.js";
import type { Column, NominalColumn } from "../../table/column.js";
import type { ColumnSchema } from "../../table/schema.js";
import { makeTable, type Table } from "../../table/table.js";
import { continuesNothing } from "../continuesNothing.js";
import type { EnsembleLearner } from "../learner.js";
import { checkOptions } from "../options.js";

type Options = Readonly<Record<string, unknown>>;

interface Asked {
  readonly target: string;
  readonly weight?: string;
  readonly attributes?: readonly string[];
  readonly options?: Options;
  readonly seed?: number;
}

/** A model to go on from, and the table and options in its terms. */
export interface Continued {
  readonly model: EnsembleModel;
  /** The columns of the model, with its levels; levels that it has not seen come last. */
  readonly aligned: Table;
  /** The model's attributes in its own order: its trees know them by number. */
  readonly attributes: readonly string[];
  readonly options: Options;
  readonly seed: number;
}

/** Whatever differs between a model and what is asked is an error, except the number of members and new levels. */
export function continued(from: Model, table: Table, asked: Asked, learner: EnsembleLearner): Continued {
  const { continues } = learner;
  if (continues === undefined) throw continuesNothing(learner.name);
  if (!isEnsemble(from) || from.learner !== learner.name)
    throw mismatch("learner", `it was learned by ${from.learner}, not ${learner.name}`);
  if (from.members.kind !== "packed") throw mismatch("members", "its members are models of their own");
  if (from.derived?.some(isStringMeasure))
    throw mismatch("strings", "it tests strings, and other rows would be given other patterns");
  if (from.derived)
    throw mismatch("missing", "it replaces missing values, and other rows would be given other ones");
  const options = optionsOf(from, asked.options ?? {}, continues, learner);
  const { seed = from.training.seed } = asked;
  if (seed !== from.training.seed)
    throw mismatch("seed", `its seed is ${from.training.seed}, and ${seed} was given`);
  const aligned = alignedTable(from, table, asked);
  const attributes = from.attributes.map(({ name }) => name);
  return { model: widened(from, aligned), aligned, attributes, options, seed };
}

function mismatch(name: string, why: string): CoppiceError {
  return new CoppiceError("CONTINUE_MISMATCH", `this model cannot be continued like this: ${why}`, { name });
}

/** The model's options; of those that are given only the number of members may differ. */
function optionsOf(from: EnsembleModel, given: Options, count: string, learner: EnsembleLearner): Options {
  const checked: Options = checkOptions(learner, given);
  const before: Options = checkOptions(learner, from.options);
  for (const name of Object.keys(given)) {
    if (name === count || same(checked[name], before[name])) continue;
    const values = `${JSON.stringify(before[name]) ?? "not set"}, and ${JSON.stringify(checked[name]) ?? "none"} was given`;
    throw mismatch(name, `its ${name} is ${values}`);
  }
  const { combine } = from;
  const has = memberCount(from) / (combine.kind === "sum" ? combine.outputs : 1);
  const wanted = checked[count] as number;
  if (wanted > has) return { ...from.options, [count]: wanted };
  throw mismatch(
    count,
    `it has ${has} ${count} already, and ${count} is the number that it will have, here ${wanted}: give a greater one`,
  );
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function alignedTable({ target, attributes }: EnsembleModel, table: Table, asked: Asked): Table {
  if (asked.target !== target.name)
    throw mismatch(
      "target",
      `its target is ${JSON.stringify(target.name)}, not ${JSON.stringify(asked.target)}`,
    );
  const names = attributes.map(({ name }) => name);
  const columns = attributes.map((schema) => recoded(found(table, schema), schema));
  checkAttributes(names, table, asked);
  const others = table.columns.filter(({ name }) => name !== target.name && !names.includes(name));
  return makeTable([...columns, ...others, checkedClasses(recoded(found(table, target), target), target)]);
}

/** The column of the table that is one of the model's. */
function found({ columns }: Table, { name, type }: ColumnSchema): Column {
  const column = columns.find((one) => one.name === name);
  const told = JSON.stringify(name);
  if (column === undefined) throw mismatch(name, `the table does not have its column ${told}`);
  if (column.type === type) return column;
  throw mismatch(name, `its column ${told} is ${type}, and that of the table is ${column.type}`);
}

/** The attributes that are asked for must be those of the model, in whatever order. */
function checkAttributes(names: readonly string[], table: Table, asked: Asked): void {
  const chosen = new Set(attributesOf(table, asked).map(({ name }) => name));
  const absent = names.find((name) => !chosen.has(name));
  if (absent !== undefined)
    throw mismatch(absent, `its attribute ${JSON.stringify(absent)} is not among those to learn from`);
  const known = new Set(names);
  const extra = [...chosen].find((name) => !known.has(name));
  if (extra !== undefined)
    throw mismatch(extra, `it has no attribute ${JSON.stringify(extra)}: leave that column out`);
}

/** The same cells by the levels of a schema, with new ones after them. */
function recoded(column: Column, { levels = [] }: ColumnSchema): Column {
  if (column.type === "numeric") return column;
  const all = new Map(levels.map((level, code) => [level, code]));
  const codes = column.levels.map((level) => {
    const code = all.get(level) ?? all.size;
    all.set(level, code);
    return code;
  });
  return {
    ...column,
    levels: [...all.keys()],
    codes: column.codes.map((code) => (code < 0 ? code : codes[code])),
  } satisfies NominalColumn;
}

function checkedClasses(column: Column, { name, levels = [] }: ColumnSchema): Column {
  if (column.type === "numeric" || column.levels.length === levels.length) return column;
  const fresh = JSON.stringify(column.levels[levels.length]);
  throw mismatch(
    name,
    `its target ${JSON.stringify(name)} has no class ${fresh}, and its trees cannot tell it`,
  );
}

/** The model with the levels of the table; its trees treat those that they have not seen as missing values. */
function widened(model: EnsembleModel, { columns }: Table): EnsembleModel {
  const levels = model.attributes.map((_, a) => levelsOf(columns[a]));
  const before = model.attributes.map(({ levels: own }) => own?.length ?? 0);
  if (model.members.kind !== "packed" || levels.every((count, a) => count === before[a])) return model;
  const trees = widenedSets(model.members.trees, before, levels);
  return { ...model, members: { kind: "packed", trees } };
}

function levelsOf(column: Column): number {
  return column.type === "numeric" ? 0 : column.levels.length;
}

/** Trees whose tests on levels have a bit for new ones too: that of missing values. */
export function widenedSets(
  trees: PackedTrees,
  before: readonly number[],
  now: readonly number[],
): PackedTrees {
  const threshold = trees.threshold.slice();
  const sets: number[] = [];
  for (let node = 0; node < trees.attribute.length; node++) {
    const a = trees.attribute[node];
    if (a === LEAF || (trees.flags[node] & ON_LEVELS) === 0) continue;
    const start = trees.threshold[node];
    const at = sets.length;
    threshold[node] = at;
    for (let word = 0; word < wordsFor(now[a]); word++)
      sets.push(word < wordsFor(before[a]) ? trees.sets[start + word] : 0);
    if ((trees.flags[node] & MISSING_LEFT) === 0) continue;
    for (let level = before[a]; level < now[a]; level++) sets[at + (level >> 5)] |= 1 << (level & 31);
  }
  return { ...trees, threshold, sets: Uint32Array.from(sets) };
}
