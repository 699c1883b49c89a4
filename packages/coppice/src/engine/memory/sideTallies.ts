import { type Test, UNKNOWN } from "../../model/test.js";
import type { EncodedAttribute } from "../encode.js";
import type { SidesRequest, Tally } from "../port.js";
import { type Entries, Gathered, type TargetRows } from "./entries.js";
import { fillSides } from "./sides.js";
import { classTally, Tallier, type TallyKind } from "./tally.js";

/** Tallies in which a row's class is the branch that a test sends it to, the last for rows without a branch. */
export class SideTallies {
  private readonly sides: Gathered;
  private cells = new Float64Array(1024);
  private readonly talliers = new Map<number, { kind: TallyKind; tallier: Tallier }>();

  constructor(
    private readonly attributes: readonly EncodedAttribute[],
    private readonly target: TargetRows,
    capacity: number,
  ) {
    // The target itself is not used: only the buffers for codes and weights are needed.
    this.sides = new Gathered({ code: NO_CODES, codes: 0 }, capacity);
  }

  *of(
    entries: Entries,
    { test, branches, attributes }: SidesRequest["nodes"][number],
  ): Generator<Tally, void> {
    const { rows } = entries;
    this.load(entries, this.attributes[test.attribute], test, branches);
    const { kind, tallier } = this.tallierOf(branches + 1);
    const mostCodes = tallier.mostCodes(rows.length);
    for (const a of attributes) {
      const attribute = this.attributes[a];
      if (attribute.facts.codes >= mostCodes) {
        yield tallier.bySorting(a, attribute, rows, this.sides);
        continue;
      }
      const cells = this.emptyCells((attribute.facts.codes + 1) * kind.width);
      kind.count(cells, attribute.codes, rows, this.sides);
      yield tallier.fromCells(a, attribute, cells, rows.length);
    }
  }

  /** Valid until the next call: the tally is a copy of those that are not empty. */
  private emptyCells(length: number): Float64Array {
    if (this.cells.length < length) this.cells = new Float64Array(2 * length);
    else this.cells.fill(0, 0, length);
    return this.cells;
  }

  private load({ rows, parts }: Entries, attribute: EncodedAttribute, test: Test, unknown: number): void {
    const { code: side, weight } = this.sides;
    const whole = this.target.weight;
    fillSides(side, rows, attribute, test);
    this.sides.length = rows.length;
    this.sides.plain = parts === undefined && whole === undefined;
    for (let i = 0; i < rows.length; i++) if (side[i] === UNKNOWN) side[i] = unknown;
    if (parts !== undefined) weight.set(parts.weight);
    else if (whole !== undefined) for (let i = 0; i < rows.length; i++) weight[i] = whole[rows[i]];
  }

  private tallierOf(width: number) {
    let found = this.talliers.get(width);
    if (found === undefined) {
      const kind = classTally(width);
      found = { kind, tallier: new Tallier(kind) };
      this.talliers.set(width, found);
    }
    return found;
  }
}

const NO_CODES = new Int32Array(0);
