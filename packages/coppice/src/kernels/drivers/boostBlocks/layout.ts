import type { AttributeBins, Loss } from "../boost/plan.js";

/** Bytes of the cells of an attribute whose codes are bytes. */
const NARROW_CELLS = 2048;

/** Where an attribute's code is in a row, and its cells in a tally, in bytes. */
export interface AttributePlace {
  readonly inRow: number;
  readonly bytes: 1 | 2;
  readonly cells: number;
}

/** How blocks of coded rows lie in memory: codes row by row, one byte or two each; the state of rows column by column. */
export class BlockLayout {
  readonly outputs: number;
  readonly narrow: number;
  readonly wide: number;
  readonly stride: number;
  readonly places: readonly AttributePlace[];
  /** Of a tally; its last cell is the sum of all rows. */
  readonly tallyBytes: number;
  readonly slotBytes: 2 | 4;
  readonly targetBytes: 1 | 8;
  readonly gradients: number;
  readonly slots: number;
  readonly targets: number;
  readonly weights: number;
  readonly keys: number;
  readonly stateBytes: number;
  readonly codeBytes: number;

  constructor(
    readonly rows: number,
    readonly attributes: readonly AttributeBins[],
    { outputs }: Loss,
    has: {
      readonly classes: number;
      readonly weights: boolean;
      readonly keys: boolean;
      readonly leaves: number;
    },
  ) {
    this.outputs = outputs;
    const isWide = attributes.map(({ wide }) => wide);
    this.wide = isWide.filter(Boolean).length;
    this.narrow = attributes.length - this.wide;
    this.stride = this.narrow + 2 * this.wide;
    this.places = placesOf(attributes, this.narrow);
    const wideCells = attributes.reduce((sum, { wide, missing }) => sum + (wide ? 8 * (missing + 1) : 0), 0);
    this.tallyBytes = NARROW_CELLS * this.narrow + wideCells + 8;
    // With so few leaves, slots stay below 2^15, whatever is divided in vain.
    this.slotBytes = has.leaves <= 128 ? 2 : 4;
    this.targetBytes = has.classes > 0 && has.classes <= 256 ? 1 : 8;
    let end = 0;
    const column = (bytes: number) => {
      const start = end;
      end += 64 * Math.ceil((bytes * rows + 64) / 64);
      return start;
    };
    column(8 * outputs);
    this.gradients = column(4 * outputs);
    this.slots = column(this.slotBytes);
    this.targets = column(this.targetBytes);
    this.weights = has.weights ? column(8) : 0;
    this.keys = has.keys ? column(4) : 0;
    this.stateBytes = end;
    this.codeBytes = 64 * Math.ceil((this.stride * rows + 64) / 64);
  }
}

/** Narrow attributes first, then wide ones, each in their order. */
function placesOf(attributes: readonly AttributeBins[], narrow: number): AttributePlace[] {
  let [small, large] = [0, 0];
  let cells = NARROW_CELLS * narrow;
  return attributes.map(({ wide, missing }) => {
    if (!wide) {
      const place = small++;
      return { inRow: place, bytes: 1, cells: NARROW_CELLS * place };
    }
    const found = { inRow: narrow + 2 * large++, bytes: 2, cells } as const;
    cells += 8 * (missing + 1);
    return found;
  });
}
