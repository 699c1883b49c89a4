/** The most cells that are kept for nodes that may be divided (32 MB), and of one attribute of a node. */
const MOST_CELLS = 1 << 22;
const KEPT_CELLS = 1 << 13;

type Cells = ReadonlyMap<number, Float64Array>;

/**
 * The cells that were counted for nodes, by attribute: when a node has been divided in two and its smaller branch is counted, the
 * cells of the other are the difference, which is exact because sums do not round.
 */
export class Siblings {
  private readonly counted = new Map<number, Map<number, Float64Array>>();
  /** By the larger branch. */
  private readonly families = new Map<number, { readonly parent: Cells; readonly light: number }>();
  private total = 0;
  private readonly most: number;

  /** `room`: bytes that they may take. */
  constructor(room: number) {
    this.most = Math.min(MOST_CELLS, room / 8);
  }

  keep(node: number, attribute: number, cells: Float64Array): void {
    if (cells.length > KEPT_CELLS || this.total + cells.length > this.most) return;
    const own = this.counted.get(node) ?? new Map<number, Float64Array>();
    if (own.has(attribute)) return;
    own.set(attribute, cells);
    this.counted.set(node, own);
    this.total += cells.length;
  }

  /** The cells of a larger branch whose sibling has been counted. */
  byDifference(node: number, attribute: number): Float64Array | undefined {
    const family = this.families.get(node);
    const parent = family?.parent.get(attribute);
    const light = family && this.counted.get(family.light)?.get(attribute);
    if (parent === undefined || light === undefined) return undefined;
    const cells = parent.slice();
    for (let i = 0; i < cells.length; i++) cells[i] -= light[i];
    return cells;
  }

  /** The smaller branch whose cells, once counted, give those of this node for this attribute. */
  lightOf(node: number, attribute: number): number | undefined {
    const family = this.families.get(node);
    return family?.parent.has(attribute) ? family.light : undefined;
  }

  /** These nodes are to be divided: the cells of all others are not needed any more. */
  dividing(nodes: ReadonlySet<number>): void {
    this.families.clear();
    this.total = 0;
    for (const [node, own] of this.counted) {
      if (!nodes.has(node)) this.counted.delete(node);
      else for (const cells of own.values()) this.total += cells.length;
    }
  }

  divided(node: number, branches: readonly { readonly node: number; readonly rows: number }[]): void {
    const parent = this.counted.get(node);
    this.counted.delete(node);
    if (parent === undefined || branches.length !== 2) return;
    const [light, heavy] = branches[0].rows <= branches[1].rows ? branches : [branches[1], branches[0]];
    this.families.set(heavy.node, { parent, light: light.node });
  }
}
