import type { Team } from "../../kernels/team.js";
import { type Bag, isWhole } from "../bag.js";
import { type ContentKeys, ContentSums } from "../contentKeys.js";
import type { DataHandle } from "../data.js";
import { gridValues } from "../grid.js";
import { quantumOf } from "../problem.js";
import { isBag, RowChooser } from "../rowChoice.js";
import { blockCodes, type CodedRows, placeOf, rowsIn } from "./columns.js";
import { CodedEngine } from "./engine.js";
import { codedBlocks, wholeProblem } from "./pull.js";

/** A handle on rows whose codes come one attribute at a time. */
export function codedData(source: CodedRows, team?: Team): DataHandle {
  let contents: ContentKeys | undefined;
  return partData({ source, team, contents: () => (contents ??= contentsOf(source)) });
}

interface Part {
  readonly source: CodedRows;
  readonly team: Team | undefined;
  /** Those of all rows of the source. */
  readonly contents: () => ContentKeys;
  /** The places of the rows in the source; absent: all. */
  readonly places?: Int32Array;
}

function partData(part: Part): DataHandle {
  const { source, team, places } = part;
  const { columns } = source;
  const all = () => places ?? allPlaces(source.task.rows);
  const task = places ? partTask(source, places) : source.task;
  let chooser: RowChooser | undefined;
  return {
    task,
    hasGaps(attribute) {
      return columns.stored[attribute].gaps && (places === undefined || hasGaps(columns, attribute, places));
    },
    engine: (options) => new CodedEngine(source, places?.slice() ?? all(), options?.team ?? team),
    part(choice) {
      chooser ??= chooserFrom(part, all(), task.totalWeight);
      if (!isBag(choice)) {
        const chosen = chooser.places(choice);
        return partData({ ...part, places: Int32Array.from(chosen, (i) => (places ? places[i] : i)) });
      }
      if (isWhole(choice.bag)) return partData(part);
      return partData({ ...part, ...bagOf(source, all(), choice.bag, chooser.counts(choice.bag)) });
    },
    blocks: () => codedBlocks(source, all()),
    ...(source.isRoomForAll && places === undefined && { whole: () => wholeProblem(source, all()) }),
  };
}

function chooserFrom({ source, contents, places }: Part, all: Int32Array, totalWeight: number): RowChooser {
  const { target, weights, keys } = source;
  const classes = target.kind === "classes" ? target.column.codes : undefined;
  return new RowChooser({
    rows: all.length,
    keys: keys ? taken(keys, all, Float64Array) : places,
    weights: weights && taken(weights, all, Float64Array),
    totalWeight,
    classes: classes && (places ? taken(classes, all, Int32Array) : classes),
    contents() {
      const { first, second } = contents();
      if (places === undefined) return { first, second };
      return { first: taken(first, all, Uint32Array), second: taken(second, all, Uint32Array) };
    },
  });
}

function taken<A extends Float64Array | Int32Array | Uint32Array>(
  from: ArrayLike<number>,
  places: Int32Array,
  kind: new (length: number) => A,
): A {
  const found = new kind(places.length);
  for (let i = 0; i < found.length; i++) found[i] = from[places[i]];
  return found;
}

/** A source with weights of its own, and the places of the rows that count; `counts` are of the rows at `places`. */
function bagOf(
  source: CodedRows,
  places: Int32Array,
  { replacement }: Bag,
  counts: Uint8Array,
): Pick<Part, "source" | "places"> {
  const before = replacement && source.weights ? unweighted(source, places) : source;
  const weights = new Float64Array(source.task.rows);
  const kept = new Int32Array(places.length);
  let n = 0;
  for (let i = 0; i < places.length; i++) {
    if (counts[i] === 0) continue;
    kept[n++] = places[i];
    weights[places[i]] = counts[i] * (before.weights?.[places[i]] ?? 1);
  }
  return { source: { ...before, weights }, places: kept.slice(0, n) };
}

/** The same rows, each of weight 1, as `unweighted` makes of the rows of a problem. */
function unweighted({ weights, ...source }: CodedRows, places: Int32Array): CodedRows {
  const { task, target } = source;
  const weightQuantum = quantumOf(places.length);
  if (target.kind === "classes" || task.target.kind === "classes")
    return { ...source, task: { ...task, weightQuantum } };
  const grid = gridValues(taken(target.column.values, places, Float64Array), places.length);
  const units = new Float64Array(target.column.values.length);
  for (let i = 0; i < places.length; i++) units[places[i]] = grid.units[i];
  return {
    ...source,
    target: { ...target, grid: { ...grid, units } },
    task: { ...task, weightQuantum, target: { ...task.target, grid } },
  };
}

function hasGaps(columns: CodedRows["columns"], attribute: number, places: Int32Array): boolean {
  const { codes: missing } = columns.stored[attribute];
  for (let block = 0, from = 0; from < places.length; block++) {
    const first = block * columns.block;
    const to = placeOf(places, first + rowsIn(columns, block), from);
    const codes = blockCodes(columns, attribute, block);
    for (; from < to; from++) if (codes[places[from] - first] === missing) return true;
  }
  return false;
}

function partTask({ task, weights }: CodedRows, places: Int32Array): CodedRows["task"] {
  let totalWeight = weights ? 0 : places.length;
  if (weights) for (const row of places) totalWeight += weights[row];
  return { ...task, rows: places.length, totalWeight };
}

function allPlaces(rows: number): Int32Array {
  const places = new Int32Array(rows);
  for (let row = 0; row < rows; row++) places[row] = row;
  return places;
}

/** One attribute at a time. */
function contentsOf({ columns, task, target, weights }: CodedRows): ContentKeys {
  const sums = new ContentSums(task.rows);
  const { length } = columns.facts;
  for (let a = 0; a < length; a++) sums.addCodes(a, { facts: columns.facts[a], codes: columns.codes(a) });
  sums.addTarget(length, target);
  if (weights) sums.addIntegers(length + 1, weights, task.weightQuantum);
  return sums;
}
