import { CoppiceError } from "coppice";
import type { AttributeFacts, LearningTask, TargetFacts } from "coppice/engine";
import { factsOf } from "../../engine/codeRows.js";
import type { Scratch } from "../../engine/scratch.js";
import type { Workers } from "../workers/workers.js";
import { bytesPerCode, codedBlocks } from "./blocks.js";
import type { Listing } from "./listing.js";
import { MOST_VALUES } from "./lists.js";

/** Rows as exact codes: ranks of the values, and levels. `table` is made when it is first wanted. */
export interface ExactBlocks {
  readonly workers: Workers;
  readonly task: LearningTask;
  readonly attributes: readonly AttributeFacts[];
  readonly target: TargetFacts;
  readonly isWeighted: boolean;
  /** The bytes of a code of each attribute. */
  readonly widths: Int32Array;
  table(): Promise<string>;
}

export function exactBlocks(listing: Listing, scratch: Scratch): ExactBlocks {
  const { workers, task, columns } = listing;
  checkLists(listing);
  let made: Promise<string> | undefined;
  const widths = Int32Array.from(listing.attributes, ({ codes }) => bytesPerCode(codes));
  return {
    ...{ workers, task, widths, isWeighted: columns.weight !== undefined, target: targetFacts(listing) },
    attributes: listing.attributes.map((list, i) => factsOf(columns.attributes[i].schema, list)),
    table: () => (made ??= codedBlocks(listing, codingsOf(listing, widths), scratch)),
  };
}

function checkLists({ columns, attributes }: Listing): void {
  const open = attributes.findIndex(({ isOpen }) => isOpen);
  if (open < 0) return;
  const { name } = columns.attributes[open].schema;
  const message = `${JSON.stringify(name)} has more than ${MOST_VALUES} distinct values, too many for the batch function on the workers: pull the rows, or round them in a query`;
  throw new CoppiceError("ENGINE_ROWS", message, { name, rule: `at most ${MOST_VALUES} distinct values` });
}

function codingsOf({ attributes, target, grids }: Listing, widths: Int32Array) {
  const arrays: Record<string, Float64Array> = {};
  const columns = attributes.map(({ values, levels, codes }, i) => {
    if (levels) return { how: "levels", levels, bytes: widths[i] };
    arrays[`values${i}`] = values!;
    return { how: "exact", codes, bytes: widths[i] };
  });
  const last = grids.values
    ? { how: "units", denominator: grids.values.denominator, center: grids.values.center }
    : { how: "levels", levels: target.levels! };
  return { columns: [...columns, last], arrays };
}

function targetFacts({ target, grids: { values } }: Listing): TargetFacts {
  if (values === undefined) return { kind: "classes", classes: target.codes };
  const { center, denominator } = values;
  const units = target.values!.map((y) => Math.round(y * denominator) - center);
  return { kind: "values", center, denominator, units: Float64Array.from(new Set(units)) };
}
