import type { Problem } from "../../../engine/problem.js";
import type { BlockLayout } from "../../../kernels/drivers/boostBlocks/layout.js";
import { boostBlocksKernel } from "../../../kernels/generated/boostBlocks.js";
import type { Team } from "../../../kernels/team.js";
import type { Column } from "../../../table/column.js";
import { type Elsewhere, elsewhere } from "../../../table/elsewhere.js";
import type { Frame } from "./frames.js";

/** Words of a column's record, and its kinds, in kernels/assembly/boostBlocks/code.ts. */
const COLUMN = 5;
const LEVELS = 1;
const WIDE = 2;
/** Doubles that edges are padded to. */
const EDGES = 256;

/** Codes blocks of a problem's rows, and writes the state that they begin with. */
export class BlockCoder {
  private readonly columns: number;
  private readonly cells: number;
  private readonly readers: readonly CellReader[];

  constructor(
    private readonly team: Team,
    private readonly layout: BlockLayout,
    private readonly problem: Problem,
    private readonly order: Int32Array | undefined,
    private readonly unit: number,
  ) {
    const { heap } = team;
    const { attributes, places, rows } = layout;
    this.columns = heap.alloc(4 * COLUMN * attributes.length + 4);
    this.cells = heap.alloc(8 * rows * attributes.length);
    const words = attributes.flatMap((how, a) => {
      const bounds = how.kind === "numeric" ? this.edges(how.edges) : this.levels(how.levelBins);
      const kind = (how.kind === "levels" ? LEVELS : 0) | (how.wide ? WIDE : 0);
      return [this.cells + 8 * rows * a, bounds, how.missing, places[a].inRow, kind];
    });
    heap.u32(this.columns, words.length).set(words);
    this.readers = problem.attributes.map(readerOf);
  }

  private edges(edges: Float64Array): number {
    const at = this.team.heap.alloc(8 * EDGES);
    this.team.heap.f64(at, EDGES).fill(Number.POSITIVE_INFINITY).set(edges);
    return at;
  }

  private levels(levelBins: Uint16Array): number {
    const at = this.team.heap.alloc(2 * levelBins.length + 2);
    this.team.heap.u16(at, levelBins.length).set(levelBins);
    return at;
  }

  code(frame: Frame, base: readonly number[]): void {
    const { heap } = this.team;
    const { layout } = this;
    const { first, rows, codes } = frame;
    const places = this.order?.subarray(first, first + rows);
    this.readers.forEach((read, a) => {
      const at = this.cells + 8 * layout.rows * a;
      const isNumeric = layout.attributes[a].kind === "numeric";
      read(isNumeric ? heap.f64(at, rows) : heap.i32(at, rows), first, places);
    });
    const { length } = layout.attributes;
    this.team.run(boostBlocksKernel, "codeBlock", this.columns, length, codes, layout.stride, rows);
    this.begin(frame, base, places);
  }

  /** Scores are those before the first round. */
  private begin(
    { state, first, rows }: Frame,
    base: readonly number[],
    places: Int32Array | undefined,
  ): void {
    const { heap } = this.team;
    const { layout, problem } = this;
    const { target, weights } = problem;
    heap.u8(state, layout.stateBytes).fill(0);
    base.forEach((score, output) => {
      heap.f64(state + 8 * layout.rows * output, rows).fill(score);
    });
    const cells = target.kind === "classes" ? target.column.codes : target.column.values;
    const targets =
      layout.targetBytes === 1
        ? heap.u8(state + layout.targets, rows)
        : heap.f64(state + layout.targets, rows);
    for (let i = 0; i < rows; i++) targets[i] = cells[places ? places[i] : first + i] / this.unit;
    if (weights) {
      const own = heap.f64(state + layout.weights, rows);
      for (let i = 0; i < rows; i++) own[i] = weights[places ? places[i] : first + i];
    }
    if (places) heap.i32(state + layout.keys, rows).set(places);
  }
}

/** Copies the cells of rows, from one on or in these places, to numbers or to codes. */
type CellReader = (to: Float64Array | Int32Array, first: number, places: Int32Array | undefined) => void;

function readerOf(column: Column): CellReader {
  const stored = elsewhere(column);
  const cells = stored ? undefined : column.type === "numeric" ? column.values : column.codes;
  const isOrdered = column.type === "ordered";
  return (to, first, places) => {
    if (cells === undefined) readStored(to, stored!, first, places);
    else if (places) for (let i = 0; i < to.length; i++) to[i] = cells[places[i]];
    else to.set(cells.subarray(first, first + to.length));
    if (isOrdered) for (let i = 0; i < to.length; i++) if (to[i] < 0) to[i] = Number.NaN;
  };
}

function readStored(
  to: Float64Array | Int32Array,
  stored: Elsewhere,
  first: number,
  places: Int32Array | undefined,
): void {
  if (places === undefined) {
    stored.range(first, first + to.length, to);
    return;
  }
  // Places ascend: few rows lie between them.
  const all = stored.range(places[0], places[to.length - 1] + 1);
  for (let i = 0; i < to.length; i++) to[i] = all[places[i] - places[0]];
}
