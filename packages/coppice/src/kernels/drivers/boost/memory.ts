import { boostKernel } from "../../generated/boost.js";
import type { Team } from "../../team.js";
import { type BoostPlan, isPlain, LOSSES, type RoundRules } from "./plan.js";

const RECORD = 32;
/** Bytes of a narrow attribute's 256 cells. */
const NARROW_CELLS = 2048;
/** Doubles that numeric attributes' edges are padded to. */
const EDGES = 256;
const NODE = 48;

/** An attribute's offset in a row of bins, in a slot of cells and by column. */
interface Place {
  readonly offset: number;
  readonly cells: number;
  readonly column: number;
  readonly bounds: number;
}

/** A fit's data in the kernels' memory, and the block of addresses for the kernels. */
export class BoostMemory {
  readonly block: number;
  readonly targets: number;
  readonly weights: number;
  readonly scores: number;
  readonly gradients: number;
  readonly entries: number;
  readonly nodes: number;
  readonly sides: number;
  readonly sideBytes: number;
  readonly leaves: number;
  readonly leafBytes: number;
  readonly board: number;
  readonly mask: number;
  readonly levels: number;
  readonly levelBytes: number;
  readonly spare: number;
  private readonly rowsAt: number;
  private readonly stride: number;
  private readonly spareEntries: number;
  private readonly slots: number;
  private readonly slotBytes: number;
  private readonly scratch: number;
  private readonly table: number;
  private readonly wideTable: number;
  private readonly narrow: number;
  private readonly wide: number;

  constructor(
    readonly team: Team,
    readonly plan: BoostPlan,
  ) {
    const { heap, size } = team;
    const kernel = team.kernel(boostKernel);
    const { rows, trainRows, attributes, loss, maxLeaves } = plan;
    this.narrow = attributes.filter((a) => !a.wide).length;
    this.wide = attributes.length - this.narrow;
    this.stride = (this.narrow + (this.narrow & 1) + 2 * this.wide + 7) & ~7;
    const wideCells = attributes.reduce((sum, a) => sum + (a.wide ? cellBytes(a.bins) : 0), 0);
    this.slotBytes = this.narrow * NARROW_CELLS + wideCells;
    this.table = heap.alloc(RECORD * attributes.length);
    this.wideTable = heap.alloc(8 * this.wide + 8);
    this.rowsAt = heap.alloc(rows * this.stride + 64);
    this.targets = heap.alloc(8 * rows + 64);
    this.weights = plan.weights ? heap.alloc(8 * rows + 64) : 0;
    this.scores = heap.alloc(8 * rows * loss.outputs + 64);
    this.gradients = heap.alloc(4 * rows * loss.outputs + 64);
    this.entries = heap.alloc(8 * trainRows + 64);
    this.spareEntries = heap.alloc(8 * trainRows + 64);
    this.slots = heap.alloc(this.slotBytes * maxLeaves);
    this.scratch = heap.alloc(this.slotBytes * (size - 1) + 8);
    this.nodes = heap.alloc(NODE * (2 * maxLeaves + 1));
    const mostBins = attributes.reduce((most, a) => (a.kind === "levels" ? Math.max(most, a.bins) : most), 0);
    this.sideBytes = 64 * Math.ceil(Math.max(256, mostBins + 1) / 64);
    this.sides = heap.alloc(mostBins > 0 ? this.sideBytes * maxLeaves * size : 0);
    this.leafBytes = kernel.leafRoom(maxLeaves);
    this.leaves = heap.alloc(this.leafBytes * size);
    this.board = heap.alloc(kernel.boardRoom(size));
    this.mask = heap.alloc(attributes.length * (size + 1));
    this.levelBytes = 64 * Math.ceil((kernel.levelRoom(mostBins) + 64) / 64);
    this.levels = heap.alloc(this.levelBytes * size);
    this.spare = heap.alloc((8 * loss.outputs + 64) * size);
    this.block = heap.alloc(1024);
    this.place();
    heap.u8(this.board, kernel.boardRoom(size)).fill(0);
    heap
      .f64(this.targets, rows + 8)
      .fill(0)
      .set(plan.targets);
    if (plan.weights)
      heap
        .f64(this.weights, rows + 8)
        .fill(0)
        .set(plan.weights);
    heap.f64(this.scores, rows * loss.outputs + 8).fill(0);
  }

  /** Writes the attributes' records, their edges and level maps. */
  private place(): void {
    const { heap } = this.team;
    let [byte, word] = [0, this.narrow + (this.narrow & 1)];
    let wideCells = this.narrow * NARROW_CELLS;
    let wide = 0;
    for (const [a, how] of this.plan.attributes.entries()) {
      const column = heap.alloc(this.plan.rows * (how.wide ? 2 : 1));
      const bounds = this.bounds(a);
      const place = how.wide
        ? { offset: word, cells: wideCells, column, bounds }
        : { offset: byte, cells: byte * NARROW_CELLS, column, bounds };
      this.record(a, place);
      if (!how.wide) byte++;
      else {
        heap.u32(this.wideTable + 8 * wide++, 2).set([word, wideCells]);
        word += 2;
        wideCells += cellBytes(how.bins);
      }
    }
  }

  private bounds(a: number): number {
    const { heap } = this.team;
    const how = this.plan.attributes[a];
    if (how.kind === "levels") {
      const at = heap.alloc(2 * how.levelBins.length);
      heap.u16(at, how.levelBins.length).set(how.levelBins);
      return at;
    }
    const at = heap.alloc(8 * EDGES);
    heap.f64(at, EDGES).fill(Number.POSITIVE_INFINITY).set(how.edges);
    return at;
  }

  private record(a: number, { offset, cells, column, bounds }: Place): void {
    const how = this.plan.attributes[a];
    const flags = (how.wide ? 1 : 0) | (how.kind === "levels" ? 2 : 0) | (isPlain(how) ? 4 : 0);
    this.team.heap
      .u32(this.table + RECORD * a, RECORD / 4)
      .set([cells, how.bins, how.missing, column, offset, flags, this.plan.directions[a], bounds]);
  }

  /** Fills the block: in the order of kernels/assembly/boost/plan.ts. */
  write(rules: RoundRules | undefined, nodeKey = 0): void {
    const { plan } = this;
    const { loss } = plan;
    const table = [plan.rows, plan.trainRows, plan.attributes.length, this.narrow, this.wide, this.rowsAt];
    table.push(this.stride, this.table, this.wideTable, loss.outputs, this.targets, this.weights);
    const memory = [this.scores, this.gradients, this.entries, this.spareEntries, this.slots, this.slotBytes];
    memory.push(this.scratch, this.nodes, this.sides, this.sideBytes, this.leaves, this.board, this.mask);
    const limits = [plan.maxLeaves, plan.maxDepth, Number(plan.byDepth), LOSSES.indexOf(loss.name)];
    limits.push(loss.parameter, plan.minLeaf, plan.levelSmoothing, plan.maxLevels, plan.levelRows);
    limits.push(Number(plan.constrained));
    const block = [...table, ...memory, ...limits, ...(rules ? roundFields(plan, rules, nodeKey) : [])];
    this.team.heap.f64(this.block, block.length).set(block);
  }
}

function roundFields(plan: BoostPlan, rules: RoundRules, nodeKey: number): number[] {
  const { grid } = rules;
  return [
    rules.lambda,
    rules.levelLambda,
    rules.minGain,
    rules.minHessian,
    grid.shift,
    grid.field,
    grid.gradientScale,
    grid.hessianScale,
    plan.learningRate,
    rules.rowKey,
    rules.rowLimit,
    rules.ditherKey,
    nodeKey,
    plan.nodeAttributes,
  ];
}

/** Bytes of a wide attribute's cells, including the missing one, in pairs. */
function cellBytes(bins: number): number {
  return 8 * ((bins + 2) & ~1);
}
