import { endOf } from "../src/use/draw/treeBoxes.js";
import type { TreeData } from "../src/use/draw/treeData.js";

/** Trees up to this size are fully expanded at first; of larger ones, about this many nodes with the most rows. */
const OPEN_NODES = 40;
/** Maximum number of nodes drawn at once: more are indistinguishable and would make the page slow. */
const MOST_OPEN = 2500;

/** Which splits of a tree are expanded. */
export class OpenNodes {
  private readonly isOpen: Uint8Array;

  constructor(private readonly data: TreeData) {
    this.isOpen = new Uint8Array(data.nodes.length);
    this.openHeaviest(OPEN_NODES);
  }

  has(node: number): boolean {
    return this.isOpen[node] === 1;
  }

  canOpen(node: number): boolean {
    const { a, h } = this.data.nodes[node];
    return a !== undefined && h === undefined;
  }

  set(node: number, open: boolean): void {
    this.isOpen[node] = Number(open);
  }

  /** Makes a node visible by expanding all its ancestors; false if it was visible. */
  reveal(node: number): boolean {
    let isNew = false;
    for (let up = this.data.nodes[node].up; up !== undefined; up = this.data.nodes[up].up) {
      if (this.isOpen[up]) continue;
      this.isOpen[up] = 1;
      isNew = true;
    }
    return isNew;
  }

  /** Shows four times as many nodes, those with the most rows first; all of a tree that is not large. */
  openMore(shown: number): void {
    const before = this.isOpen.slice();
    this.openHeaviest(Math.min(MOST_OPEN, 4 * Math.max(OPEN_NODES, shown)));
    before.forEach((open, node) => {
      if (open) this.isOpen[node] = 1;
    });
  }

  openBelow(from: number): void {
    const end = Math.min(endOf(this.data, from), from + MOST_OPEN);
    for (let i = from; i < end; i++) if (this.canOpen(i)) this.isOpen[i] = 1;
  }

  /** Collapses everything below the branches of the root. */
  closeAll(): void {
    this.isOpen.fill(0);
    if (this.canOpen(0)) this.isOpen[0] = 1;
  }

  /** The node, or its nearest visible ancestor. */
  visible(node: number): number {
    let at = node;
    for (let up = this.data.nodes[node].up; up !== undefined; up = this.data.nodes[up].up) {
      if (!this.isOpen[up]) at = up;
    }
    return at;
  }

  /** Expands the splits with the most rows until about `most` nodes are shown; all of a small tree. */
  private openHeaviest(most: number): void {
    const { nodes } = this.data;
    this.isOpen.fill(0);
    const branches = branchCounts(this.data);
    const splits = [...nodes.keys()].filter((i) => this.canOpen(i));
    // A parent has at least the weight of its branches and precedes them: sorted by weight, it is expanded first.
    splits.sort((a, b) => nodes[b].w - nodes[a].w || a - b);
    let shown = 1;
    for (const node of splits) {
      const { up } = nodes[node];
      if (up !== undefined && !this.isOpen[up]) continue;
      if (shown + branches[node] > most && nodes.length > most * 1.5) break;
      this.isOpen[node] = 1;
      shown += branches[node];
    }
  }
}

function branchCounts({ nodes }: TreeData): Int32Array {
  const counts = new Int32Array(nodes.length);
  for (const { up } of nodes) if (up !== undefined) counts[up]++;
  return counts;
}
