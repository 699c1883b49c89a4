import type { Statistic, Tally, TallyRequest } from "coppice/engine";

/** Tallies of all attributes at the root, from when its summary is asked for until they are. */
export class RootTallies {
  private kept: { readonly statistic: Statistic; readonly tallies: readonly Tally[] } | undefined;

  keep(statistic: Statistic, tallies: readonly Tally[]): void {
    this.kept = { statistic, tallies };
  }

  /** Undefined if others are asked for. They are given once. */
  tallies(nodes: TallyRequest["nodes"], statistic: Statistic): Tally[][] | undefined {
    const { kept } = this;
    if (kept?.statistic !== statistic || nodes.length !== 1 || nodes[0].node !== 0) return undefined;
    this.kept = undefined;
    return [nodes[0].attributes.map((a) => kept.tallies[a])];
  }
}
