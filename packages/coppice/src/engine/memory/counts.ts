import type { EncodedAttribute } from "../encode.js";
import { type Entries, Gathered, type TargetRows } from "./entries.js";
import type { TallyKind } from "./tally.js";

/** A node as the engine stores it: its entries and, where worthwhile, the cells counted for its attributes. */
export interface NodeState {
  readonly entries: Entries;
  /** By attribute: the cells of every code, those of missing values last. */
  readonly cells: (Float64Array | undefined)[];
  /** Its parent's cells and its sibling, until the next division. */
  family?: Family;
}

interface Family {
  readonly parent: readonly (Float64Array | undefined)[];
  readonly light: NodeState;
  readonly heavy: NodeState;
}

/** Nodes with fewer entries are recounted rather than kept. */
const KEPT_ENTRIES = 64;
/** Attributes with more cells are not kept; nor is anything beyond this many cells in total (32 MB). */
const KEPT_CELLS = 4096;
const KEPT_TOTAL = 1 << 22;

/**
 * Counts a node's entries into a cell per code. Of two siblings only the smaller is counted: the larger is the
 * parent minus the smaller, which is exact because sums do not round.
 */
export class Counts {
  private scratch = new Float64Array(1024);
  private scratchUsed = 0;
  private readonly sibling: Gathered;
  private siblingLoaded: NodeState | undefined;
  private families: Family[] = [];
  private kept = 0;

  constructor(
    private readonly kind: TallyKind,
    private readonly attributes: readonly EncodedAttribute[],
    target: TargetRows,
    capacity: number,
  ) {
    this.sibling = new Gathered(target, capacity >> 1);
  }

  /** Valid until the next call. `g` holds the node's entries. */
  cellsOf(state: NodeState, a: number, g: Gathered): Float64Array {
    return state.cells[a] ?? this.byDifference(state, a) ?? this.byCounting(state, a, g);
  }

  private byCounting(state: NodeState, a: number, g: Gathered): Float64Array {
    const size = this.sizeOf(a);
    const cells = this.keeps(state, size) ? this.keep(state, a, new Float64Array(size)) : this.cleared(size);
    this.kind.count(cells, this.attributes[a].codes, state.entries.rows, g);
    return cells;
  }

  private byDifference(state: NodeState, a: number): Float64Array | undefined {
    const { family } = state;
    const parent = family?.parent[a];
    if (family === undefined || parent === undefined || family.heavy !== state) return undefined;
    const { light } = family;
    if (light.cells[a] === undefined && this.siblingLoaded !== light) {
      this.sibling.load(light.entries);
      this.siblingLoaded = light;
    }
    const counted = light.cells[a] ?? this.byCounting(light, a, this.sibling);
    const cells = parent.slice();
    for (let i = 0; i < cells.length; i++) cells[i] -= counted[i];
    return this.keeps(state, cells.length) ? this.keep(state, a, cells) : cells;
  }

  /** Called when `parent` was divided into `parts`. */
  divided(parent: NodeState, parts: readonly NodeState[]): void {
    if (parts.length !== 2 || parent.cells.length === 0) return;
    const [first, second] = parts;
    const firstIsLight = first.entries.rows.length <= second.entries.rows.length;
    const [light, heavy] = firstIsLight ? [first, second] : [second, first];
    if (heavy.entries.rows.length < KEPT_ENTRIES || light.entries.rows.length > this.sibling.code.length)
      return;
    const family = { parent: parent.cells.slice(), light, heavy };
    light.family = family;
    heavy.family = family;
    this.families.push(family);
    for (const cells of parent.cells) this.kept -= cells?.length ?? 0;
    parent.cells.length = 0;
  }

  /** Learners tally new nodes before they divide again: after that the parents' cells are not needed any more. */
  forgetFamilies(): void {
    for (const { light, heavy } of this.families) {
      delete light.family;
      delete heavy.family;
    }
    this.families = [];
    this.siblingLoaded = undefined;
  }

  private sizeOf(a: number): number {
    return (this.attributes[a].facts.codes + 1) * this.kind.width;
  }

  private keeps({ entries }: NodeState, size: number): boolean {
    return entries.rows.length >= KEPT_ENTRIES && size <= KEPT_CELLS && this.kept + size <= KEPT_TOTAL;
  }

  private keep(state: NodeState, a: number, cells: Float64Array): Float64Array {
    this.kept += cells.length;
    state.cells[a] = cells;
    return cells;
  }

  private cleared(size: number): Float64Array {
    if (this.scratch.length < size) this.scratch = new Float64Array(2 * size);
    else this.scratch.fill(0, 0, Math.max(size, this.scratchUsed));
    this.scratchUsed = size;
    return this.scratch;
  }
}
