import { blockCodes, blocksOf, type CodedColumns, placeOf, rowsIn } from "./columns.js";
import type { Portion } from "./counting.js";

/** An attribute that is looked at for the rows of a portion. */
export interface Looked {
  readonly portion: Portion;
  readonly attribute: number;
}

/** The entries of a portion, from one on to before another, that are in a block; codes and numbers are of all rows of the block. */
export interface BlockPart {
  readonly from: number;
  readonly to: number;
  /** The first row of the block. */
  readonly first: number;
  readonly codes: ArrayLike<number>;
  readonly numbers: Float32Array | Float64Array;
}

/** One pass over the blocks of the attributes. `visit` is told of which of the wanted a part is; parts of one come in their order. */
export function eachPart(
  columns: CodedColumns,
  wanted: readonly Looked[],
  visit: (i: number, part: BlockPart) => void,
): void {
  const byAttribute = new Map<number, number[]>();
  for (const [i, { attribute }] of wanted.entries())
    byAttribute.set(attribute, [...(byAttribute.get(attribute) ?? []), i]);
  const at = new Int32Array(wanted.length);
  const room = new ArrayBuffer(4 * columns.block);
  for (let block = 0; block < blocksOf(columns); block++) {
    const first = block * columns.block;
    const end = first + rowsIn(columns, block);
    for (const [attribute, own] of byAttribute) {
      const codes = blockCodes(columns, attribute, block, room);
      const numbers = columns.numbers(attribute, block);
      for (const i of own) {
        const to = placeOf(wanted[i].portion.rows, end, at[i]);
        visit(i, { from: at[i], to, first, codes, numbers });
        at[i] = to;
      }
    }
  }
}
