import type { TreeData } from "../src/use/draw/treeData.js";
import { TreeSearch } from "./treeSearch.js";

/** The nodes that match what is typed into the search box, and the line that counts them. */
export class Matches {
  private readonly search: TreeSearch;
  private nodes: number[] = [];
  private isMatch = new Set<number>();

  constructor(
    data: TreeData,
    private readonly input: HTMLInputElement,
    private readonly found: HTMLElement,
  ) {
    this.search = new TreeSearch(data);
  }

  has(node: number): boolean {
    return this.isMatch.has(node);
  }

  seek(): void {
    this.nodes = this.search.find(this.input.value);
    this.isMatch = new Set(this.nodes);
    const isEmpty = this.input.value.trim() === "";
    this.found.textContent = isEmpty ? "" : countText(this.nodes.length);
  }

  /** The number of matches in collapsed subtrees, by the collapsed node. */
  below(visible: (node: number) => number): Map<number, number> {
    const hits = new Map<number, number>();
    for (const node of this.nodes) {
      const at = visible(node);
      if (at !== node) hits.set(at, (hits.get(at) ?? 0) + 1);
    }
    return hits;
  }

  /** The next or the previous match, wrapping around; undefined if there is none. */
  step(active: number, by: 1 | -1): number | undefined {
    const { nodes } = this;
    if (nodes.length === 0) return undefined;
    const isHere = this.isMatch.has(active) && this.found.textContent !== countText(nodes.length);
    const after = nodes.findIndex((node) => node > active);
    const at = isHere
      ? nodes.indexOf(active) + by
      : by > 0
        ? Math.max(0, this.isMatch.has(active) ? nodes.indexOf(active) : after)
        : (after < 0 ? nodes.length : after) - 1;
    const place = (at + nodes.length) % nodes.length;
    this.found.textContent = `${place + 1} of ${nodes.length}`;
    return nodes[place];
  }
}

const countText = (count: number) =>
  count === 0 ? "no match" : count === 1 ? "1 match" : `${count} matches`;
