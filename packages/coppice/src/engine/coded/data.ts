import type { Team } from "../../kernels/team.js";
import type { DataHandle } from "../data.js";
import { dealInOrder } from "../dealFolds.js";
import { encodedOnce } from "../encode.js";
import { ranksIn, sortedBy } from "../rowOrder.js";
import type { CodedRows } from "./columns.js";
import { CodedEngine } from "./engine.js";
import { codedBlocks } from "./pull.js";

/** A handle on rows whose codes come one attribute at a time. `places`: those of the part; absent: all. */
export function codedData(source: CodedRows, team?: Team, places?: Int32Array): DataHandle {
  const { columns, target } = source;
  const all = () => places ?? allPlaces(source.task.rows);
  return {
    task: places ? partTask(source, places) : source.task,
    hasGaps(attribute) {
      const { codes: missing } = columns.facts[attribute];
      const codes = columns.codes(attribute);
      return places ? places.some((row) => codes[row] === missing) : codes.includes(missing);
    },
    engine: (options) => new CodedEngine(source, places?.slice() ?? all(), options?.team ?? team),
    part: ({ places: some }) =>
      codedData(
        source,
        team,
        Int32Array.from(some, (place) => (places ? places[place] : place)),
      ),
    deal(folds, seed) {
      const rows = all();
      const classes = target.kind === "classes" ? target.column.codes : undefined;
      return dealInOrder(
        placesInOrder(source, rows),
        classes && rows.map((row) => classes[row]),
        rows.length,
        folds,
        seed,
      );
    },
    blocks: () => codedBlocks(source, all()),
  };
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

/**
 * The order of `rowOrder`, by places in `rows`: sorted by the target, the attributes and the weights, the last of them first,
 * so that only one is here at a time.
 */
function placesInOrder({ columns, target, weights }: CodedRows, rows: Int32Array): Int32Array {
  let order = allPlaces(rows.length);
  const sort = (codes: ArrayLike<number>, facts: (typeof columns.facts)[number]) => {
    order = sortedBy(ranksIn({ facts, codes: rows.map((row) => codes[row]) }), order);
  };
  if (weights) {
    const { facts, codes } = encodedOnce({ type: "numeric", name: "", values: weights });
    sort(codes, facts);
  }
  for (let a = columns.facts.length - 1; a >= 0; a--) sort(columns.codes(a), columns.facts[a]);
  const { facts, codes } = encodedOnce(target.column);
  sort(codes, facts);
  return order;
}
