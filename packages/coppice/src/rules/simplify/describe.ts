import type { Condition } from "../../model/condition.js";
import type { ColumnSchema } from "../../table/schema.js";
import { normal } from "../conjunction.js";
import { Budget } from "./boxes.js";
import { complementOf, remainderOf } from "./complement.js";
import { type Proof, prove } from "./prove.js";
import { type Effort, type Region, smallestUnion, type Union } from "./smallest.js";
import { type Box, Space } from "./space.js";

/** A rule for simplification: conditions, and the index of its conclusion. */
export interface Premise {
  readonly if: readonly Condition[];
  readonly label: number;
  /** Its rows are "don't care": they may get any label. */
  readonly isFree?: boolean;
}

/** The rows with one conclusion, described by as few conditions as were found. */
export interface Description {
  readonly label: number;
  /** Conjunctions, one of which holds for exactly those rows. */
  readonly anyOf: readonly (readonly Condition[])[];
  /** Conjunctions none of which holds for exactly those rows; present if they need fewer conditions than `anyOf`. */
  readonly noneOf?: readonly (readonly Condition[])[];
  /** No equivalent disjunction has fewer conditions; false if it is only the best found. */
  readonly smallest: boolean;
  readonly ended?: "steps" | "time";
  /** Always present: a description that cannot be proven is not returned. */
  readonly proof: Proof;
}

/** A longer disjunction is not readable when negated. */
const MOST_NEGATED = 3;

/** More steps than describing some hundred rules takes. */
export const DEFAULT_STEPS = 2_000_000;

/**
 * Finds a new description of the rows of each label. The premises are tried in order; if none matches, the row has no
 * label. The descriptions hold for rows without missing values, and for missing values of attributes that a premise
 * tests as missing or known. `areDisjoint` states that no two premises match one row without missing values, as in a
 * tree.
 */
export function describe(
  premises: readonly Premise[],
  attributes: readonly ColumnSchema[],
  effort: Effort = { steps: DEFAULT_STEPS },
  areDisjoint = false,
): Description[] {
  const space = new Space(
    premises.map((premise) => premise.if),
    attributes,
  );
  const pieces = piecesOf(premises, space, effort, areDisjoint);
  const labels = [...new Set(premises.map(({ label }) => label))].sort((a, b) => a - b);
  return labels.flatMap((label) => {
    const those = (fits: (piece: Piece) => boolean) => pieces.filter(fits).map(({ box }) => box);
    const region = {
      on: those((piece) => !piece.isFree && piece.label === label),
      off: those((piece) => !piece.isFree && piece.label !== label),
      free: those((piece) => piece.isFree),
    };
    return region.on.length === 0 ? [] : [describeRegion(label, region, space, attributes, effort)];
  });
}

interface Piece {
  readonly box: Box;
  /** -1 if no premise matches. */
  readonly label: number;
  readonly isFree: boolean;
}

/** The whole space as labelled pieces that are disjoint, except for pieces of one label. */
function piecesOf(
  premises: readonly Premise[],
  space: Space,
  { steps, isLate }: Effort,
  areDisjoint: boolean,
): Piece[] {
  const budget = new Budget(100 * steps, isLate);
  const boxes = premises.map((premise) => space.boxOf(premise.if));
  const pieces: Piece[] = [];
  const mayOverlap = !areDisjoint || space.axes.some(({ hasMissing }) => hasMissing);
  boxes.forEach((box, i) => {
    const { label, isFree = false } = premises[i];
    const earlier = mayOverlap ? boxes.slice(0, i) : [];
    const before = earlier.filter(
      (_, j) => premises[j].label !== label || (premises[j].isFree ?? false) !== isFree,
    );
    for (const part of remainderOf([box], before, space, budget)) pieces.push({ box: part, label, isFree });
  });
  for (const part of complementOf(boxes, space, budget)) pieces.push({ box: part, label: -1, isFree: false });
  return pieces;
}

function describeRegion(
  label: number,
  region: Region,
  space: Space,
  attributes: readonly ColumnSchema[],
  effort: Effort,
): Description {
  const found = provenUnion(region, space, effort);
  const written = (boxes: readonly Box[]) =>
    boxes.map((box) => space.conditionsOf(box).map((one) => normal(one, attributes[one.attribute])));
  const anyOf = written(found.boxes);
  // If the search was not completed, the complement would not be short either.
  const opposite = { ...region, on: region.off, off: region.on };
  const noneOf = found.isSmallest ? written(provenUnion(opposite, space, effort).boxes) : [];
  const isShort = noneOf.length > 0 && noneOf.length <= MOST_NEGATED;
  const isShorter = isShort && conditionsIn(noneOf) < conditionsIn(anyOf);
  return {
    label,
    anyOf,
    ...(isShorter && { noneOf }),
    smallest: found.isSmallest,
    ...(found.ended && { ended: found.ended }),
    proof: found.proof,
  };
}

/** The union found, if it is proven to equal the region; else the original region. */
function provenUnion(region: Region, space: Space, effort: Effort): Union & { readonly proof: Proof } {
  const found = smallestUnion(region, space, effort);
  const proof = prove(found.boxes, region, space, effort.steps);
  if (proof) return { ...found, proof };
  return { boxes: region.on, isSmallest: false, ended: "steps", proof: { by: "boxes", cells: space.cells } };
}

export function conditionsIn(anyOf: readonly (readonly Condition[])[]): number {
  return anyOf.reduce((sum, all) => sum + all.length, 0);
}
