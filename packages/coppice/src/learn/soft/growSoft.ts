import type { Random } from "../../base/random.js";
import { gatesOf, type SoftEvaluator } from "../../kernels/drivers/soft/softRows.js";
import { type GrownSoft, lossesOf, softTreeOf, trained } from "./grownSoft.js";
import { wrongRows } from "./wrongRows.js";

/** How a soft tree is grown. */
export interface SoftGrowth {
  /** Terms of a gate, without its constant. */
  readonly terms: number;
  readonly maxDepth: number;
  readonly maxGates: number;
  /** Weight decays to try, the strongest first. */
  readonly decays: readonly number[];
  /** Steps of training after each split. */
  readonly steps: number;
}

/** What growth found to be best on the validation rows. */
export interface SoftChoice {
  readonly tree: GrownSoft;
  readonly decay: number;
}

/** A split must lower the validation loss by this part of it. */
const LEAST_FALL = 0.01;
/** A weaker decay must lower the validation error by this many standard errors of the difference. */
const STANDARD_ERRORS = 0.5;
/** So many decays in a row that bring nothing end the growth. */
const PATIENCE = 2;
/** Steps that train a lone leaf. */
const LEAF_STEPS = 50;
/** How far apart the answers of two new leaves begin, in standard deviations. */
const APART = 0.3;

/**
 * Growth leaf by leaf (Irsoy, Yildiz, Alpaydin 2012): a leaf becomes a gate with two leaves, the whole tree is trained,
 * and the split is kept if the validation loss falls. A tree is grown for each weight decay; a weaker decay, which allows
 * steeper gates, must be clearly better. Yields the share of the work that is done.
 */
export function* growSoft(
  train: SoftEvaluator,
  check: SoftEvaluator,
  growth: SoftGrowth,
  rng: Random,
): Generator<number, SoftChoice> {
  const { decays, terms } = growth;
  const empty = { branches: new Int32Array(0), point: new Float64Array(Math.max(1, train.data.classes)) };
  const leaf = trained(train, empty, terms, decays[0], LEAF_STEPS);
  let best = { tree: leaf, decay: decays[0], errors: errorsOf(check, leaf) };
  let idle = 0;
  for (const [stage, decay] of decays.entries()) {
    const tree = yield* splitLeaves(leaf, decay, { train, check, growth, rng }, stage / decays.length);
    const errors = errorsOf(check, tree);
    if (isBetter(errors, best.errors, check.data.weights)) {
      best = { tree, decay, errors };
      idle = 0;
    } else if (gatesOf(tree) > 0 && ++idle >= PATIENCE) break;
  }
  return { tree: best.tree, decay: best.decay };
}

interface Growing {
  readonly train: SoftEvaluator;
  readonly check: SoftEvaluator;
  readonly growth: SoftGrowth;
  readonly rng: Random;
}

/** Tries to split every leaf, the shallowest first, and then the leaves of the splits that were kept. */
function* splitLeaves(
  given: GrownSoft,
  decay: number,
  { train, check, growth, rng }: Growing,
  done: number,
): Generator<number, GrownSoft> {
  const { decays, terms, steps, maxDepth, maxGates } = growth;
  let tree = given;
  let loss = meanLoss(check, tree);
  const open = leavesByDepth(tree);
  for (let tried = 1; open.length > 0 && gatesOf(tree) < maxGates; tried++) {
    const leaf = open.shift()!;
    const before = gatesOf(tree);
    if (depthsOf(tree)[leaf] >= maxDepth) continue;
    // Who has tried often is probably almost done with this decay.
    yield done + tried / (tried + 8) / decays.length;
    let split = trained(train, withGate(tree, leaf, train.data, terms, rng), terms, decay, steps);
    let next = meanLoss(check, split);
    if (!falls(next, loss) && before === 0 && maxDepth > 1 && maxGates > 2) {
      // Of an exclusive or, one gate tells nothing, but three do.
      const two = withGate(withGate(tree, 0, train.data, terms, rng), 0, train.data, terms, rng);
      split = trained(train, withGate(two, 1, train.data, terms, rng), terms, decay, 2 * steps);
      next = meanLoss(check, split);
    }
    if (!falls(next, loss)) continue;
    tree = split;
    loss = next;
    // The leaf itself is the left branch; the others are new.
    open.push(leaf);
    for (let made = before + 1; made <= gatesOf(tree); made++) open.push(made);
  }
  return tree;
}

const falls = (loss: number, from: number) => loss < from * (1 - LEAST_FALL);

/** The tree with a gate at the end in place of a leaf, which becomes its left branch; the right one is the last leaf. */
export function withGate(
  { branches, point }: GrownSoft,
  leaf: number,
  { width, classes }: { readonly width: number; readonly classes: number },
  terms: number,
  rng: Random,
): GrownSoft {
  const gates = gatesOf({ branches });
  const per = Math.max(1, classes);
  const leavesAt = gates * width;
  const grown = new Float64Array(point.length + width + per);
  grown.set(point.subarray(0, leavesAt));
  for (let j = 0; j < terms; j++) grown[leavesAt + j] = rng.normal() / Math.sqrt(terms);
  grown.set(point.subarray(leavesAt), leavesAt + width);
  const [left, right] = [leavesAt + width + leaf * per, leavesAt + width + (gates + 1) * per];
  for (let k = 0; k < per; k++) {
    const value = grown[left + k];
    const off = APART * rng.normal();
    grown[left + k] = value - off;
    grown[right + k] = value + off;
  }
  // Leaves have their places after the gates: one more now.
  const moved = Array.from(branches, (place) =>
    place < gates ? place : place === gates + leaf ? gates : place + 1,
  );
  return { branches: Int32Array.from([...moved, gates + 1 + leaf, 2 * gates + 2]), point: grown };
}

/** The depth of each leaf. */
export function depthsOf({ branches }: Pick<GrownSoft, "branches">): Int32Array {
  const gates = gatesOf({ branches });
  const depths = new Int32Array(2 * gates + 1);
  branches.forEach((place, i) => {
    depths[place] = depths[Math.floor(i / 2)] + 1;
  });
  return depths.subarray(gates);
}

function leavesByDepth(tree: GrownSoft): number[] {
  const depths = depthsOf(tree);
  return Array.from(depths.keys()).sort((a, b) => depths[a] - depths[b] || a - b);
}

function meanLoss(evaluator: SoftEvaluator, tree: GrownSoft): number {
  const { weights, totalWeight } = evaluator.data;
  return lossesOf(evaluator, tree).reduce((sum, loss, row) => sum + weights[row] * loss, 0) / totalWeight;
}

/** The error of each row: whether its class is wrong, or half its squared error. A decay is not chosen by the logarithmic
 * loss, which prefers steep gates even where they predict the same classes. */
function errorsOf(check: SoftEvaluator, tree: GrownSoft): Float64Array {
  const { width, classes } = check.data;
  return classes > 0 ? wrongRows(check.data, softTreeOf(tree, width, classes)) : lossesOf(check, tree);
}

/** Whether the errors of the same rows are lower by more than chance explains. */
export function isBetter(errors: Float64Array, than: Float64Array, weights: Float64Array): boolean {
  const rows = errors.length;
  let weight = 0;
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    weight += weights[row];
    sum += weights[row] * (than[row] - errors[row]);
  }
  const mean = sum / weight;
  let squares = 0;
  for (let row = 0; row < rows; row++) squares += weights[row] * (than[row] - errors[row] - mean) ** 2;
  const error = Math.sqrt(squares / weight / Math.max(1, rows - 1));
  return mean > STANDARD_ERRORS * error;
}
