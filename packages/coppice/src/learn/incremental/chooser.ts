import type { Tally } from "../../engine/port.js";
import type { BranchContext, Branching } from "../branch/candidate.js";
import { placeThreshold } from "../branch/placement.js";
import { subset } from "../branch/subset.js";
import type { Scorer } from "../criterion/scorer.js";
import { scorerFor } from "../criterion/scorerFor.js";
import { treeDefaults } from "../treeOptions.js";
import type { CellList } from "./cellList.js";
import { type Cut, CutSearch } from "./cutSearch.js";
import type { ImpurityScale } from "./impurityScale.js";
import type { IncNode } from "./incNode.js";
import { LevelSearch } from "./levelSearch.js";
import type { NodeTest } from "./nodeTest.js";
import { type OrderedRows, OrderScan } from "./orderScan.js";
import type { TreeSettings } from "./settings.js";

/** The best test on one attribute. */
export interface Chosen {
  readonly test: NodeTest;
  /** Total gain over the rows whose value is known. */
  readonly gain: number;
}

/** What a chooser asks about the attributes of a node. */
export interface TestsOf {
  /** The attribute that probably wins. */
  readonly first?: number | undefined;
  /** The most that a test on attribute a can gain, given the impurity of the node; Infinity if that is not known. */
  most(a: number, whole: number): number;
  /** Its rows in order; undefined if its cells are to be looked at instead. */
  ordered(a: number): OrderedRows | undefined;
  list(a: number): CellList;
  /** The tests on attribute a leave at least this much. */
  compared(a: number, least: number): void;
}

const NO_VALUES = new Float64Array(0);

/**
 * Finds the test of a node by the rule of `learn/choose`: on each attribute the first test within the tolerance of the
 * greatest gain, and of these the first attribute. Attributes of which a bound shows that they cannot win are not looked at.
 */
export class Chooser {
  /** Attributes whose tests were compared, since the start. */
  compared = 0;
  private readonly cuts: CutSearch;
  private readonly scan: OrderScan;
  private readonly levels: LevelSearch;
  private readonly sets: Branching;
  private readonly scorer: Scorer;

  constructor(
    private readonly settings: TreeSettings,
    private readonly scale: ImpurityScale,
  ) {
    this.cuts = new CutSearch(scale);
    this.scan = new OrderScan(scale);
    this.levels = new LevelSearch(scale);
    this.sets = subset({ concave: settings.criterion.concave, maxExhaustive: treeDefaults.maxExhaustive });
    this.scorer = scorerFor(settings.criterion, { kind: "classes", classes: scale.width });
  }

  /** The test of a node. */
  choose({ counts, rows }: IncNode, tests: TestsOf): Chosen | undefined {
    const { tolerance: share } = this.settings;
    const whole = this.scale.of(counts);
    const impurity = whole / rows;
    const slack = share * impurity;
    const tolerance = share * impurity * rows;
    const found = new Array<Chosen | Cut | undefined>(this.settings.kinds.length);
    let top = Number.NEGATIVE_INFINITY;
    const look = (a: number) => {
      const ordered = tests.ordered(a);
      const list = ordered ? undefined : tests.list(a);
      const known = this.scale.of((ordered ?? list!).known);
      if (ordered ? !variesIn(ordered) : list!.size < 2) return tests.compared(a, known);
      this.compared++;
      const need = top - 3 * tolerance;
      const choice = ordered
        ? this.scan.best(ordered, this.settings.minLeaf, tolerance, need)
        : this.bestOn(a, list!, counts, tolerance, need);
      tests.compared(a, Math.min(ordered ? this.scan.least : list!.bound, known));
      if (choice === undefined) return;
      if (choice.gain / rows <= slack && known <= 1e-12 * whole) return;
      found[a] = choice;
      if (choice.gain > top) top = choice.gain;
    };
    const { first } = tests;
    if (first !== undefined) look(first);
    const rounding = this.scale.rounding(rows);
    for (let a = 0; a < found.length; a++)
      if (a !== first && tests.most(a, whole) + rounding >= top - 3 * tolerance) look(a);
    const best = firstOf(found, rows, impurity, slack);
    const choice = found[best];
    return choice && "low" in choice ? this.chosenFrom(best, choice) : choice;
  }

  private bestOn(
    a: number,
    list: CellList,
    counts: Float64Array,
    tolerance: number,
    need: number,
  ): Chosen | Cut | undefined {
    if (this.settings.kinds[a] !== "nominal")
      return this.cuts.best(list, this.settings.minLeaf, tolerance, need);
    return this.settings.nominal === "oneHot"
      ? this.bestLevel(a, list, tolerance)
      : this.bestSets(a, list, counts, tolerance);
  }

  private chosenFrom(a: number, cut: Cut): Chosen {
    const threshold =
      this.settings.kinds[a] === "ordered"
        ? cut.low
        : placeThreshold("midpoint", cut.low, cut.high, 0, NO_VALUES);
    const missing = cut.right > cut.left ? 1 : 0;
    return { test: { kind: "cut", attribute: a, threshold, missing }, gain: cut.gain };
  }

  /** One level against the rest. */
  private bestLevel(a: number, list: CellList, tolerance: number): Chosen | undefined {
    const best = this.levels.best(list, this.settings.minLeaf, tolerance);
    if (best === undefined) return undefined;
    const sides = new Int8Array(best.level + 1).fill(1);
    sides[best.level] = 0;
    const missing = best.rest > best.own ? 1 : 0;
    return { test: { kind: "levels", attribute: a, sides, others: 1, missing }, gain: best.gain };
  }

  /** Two sets of levels, by the search of the learner of whole tables. */
  private bestSets(a: number, list: CellList, counts: Float64Array, tolerance: number): Chosen | undefined {
    const tally = this.tallyOf(a, list);
    const last = tally.codes[tally.codes.length - 1];
    const { minLeaf } = this.settings;
    const context: BranchContext = {
      facts: { kind: "nominal", codes: last + 1 },
      scorer: this.scorer,
      classes: presentIn(counts),
      minLeaf,
      tolerance,
      beat: Number.NEGATIVE_INFINITY,
      key: 0,
      draws: 1,
    };
    const candidate = this.sets(tally, context);
    if (candidate === undefined || candidate.test.kind !== "subset") return undefined;
    // Only if all divisions were compared is the best of them a bound for later ones.
    const isBound = minLeaf <= 1 && context.classes.length <= 2;
    list.setFloor(isBound ? this.scale.of(list.known) - candidate.gain - tolerance : 0);
    const sides = new Int8Array(last + 1).fill(-1);
    for (const code of candidate.test.left) sides[code] = 0;
    for (const code of candidate.test.right) sides[code] = 1;
    const [left, right] = candidate.weights;
    const missing = right > left ? 1 : 0;
    return { test: { kind: "levels", attribute: a, sides, others: -1, missing }, gain: candidate.gain };
  }

  /** The levels at a node, as an engine would tally them. */
  private tallyOf(attribute: number, { blocks, size, missing }: CellList): Tally {
    const { width } = this.scale;
    const codes = new Int32Array(size);
    const cells = new Float64Array(size * width);
    let c = 0;
    for (const block of blocks) {
      for (let i = 0; i < block.count; i++) codes[c + i] = block.values[i];
      cells.set(block.cells.subarray(0, block.count * width), c * width);
      c += block.count;
    }
    return { attribute, codes, cells, missing };
  }
}

/** The attribute to take, -1 if none. The search by the learner of whole tables ends at one that leaves no impurity. */
function firstOf(
  found: readonly ({ readonly gain: number } | undefined)[],
  rows: number,
  impurity: number,
  slack: number,
): number {
  let top = Number.NEGATIVE_INFINITY;
  let end = found.length;
  for (let a = 0; a < end; a++) {
    const choice = found[a];
    if (choice === undefined) continue;
    const gain = choice.gain / rows;
    if (gain > top) top = gain;
    if (gain >= impurity - slack / 2) end = a + 1;
  }
  for (let a = 0; a < end; a++) {
    const choice = found[a];
    if (choice !== undefined && choice.gain / rows >= top - slack) return a;
  }
  return -1;
}

function variesIn({ rows, start, end, cells }: OrderedRows): boolean {
  return end > start && cells[rows[start]] !== cells[rows[end - 1]];
}

function presentIn(counts: Float64Array): number[] {
  const present: number[] = [];
  for (let k = 0; k < counts.length; k++) if (counts[k] > 0) present.push(k);
  return present;
}
