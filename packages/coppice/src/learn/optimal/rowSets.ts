import { random } from "../../base/random.js";

/** Names sets of rows, so that a set that is met again by other tests is recognised. */
export class RowSets {
  private readonly low: Uint32Array;
  private readonly high: Uint32Array;
  private readonly check: Uint32Array;

  constructor(rows: number) {
    // Any seed will do: what is found does not depend on it.
    const chance = random(1);
    const draw = () => Uint32Array.from({ length: rows }, () => chance.uniform() * 2 ** 32);
    this.low = draw();
    this.high = draw();
    this.check = draw();
  }

  /** 96 bits and the number of rows: two sets with one name are not to be expected in any search that ends. */
  nameOf(rows: Uint32Array): string {
    let [low, high, check] = [0, 0, 0];
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      low ^= this.low[row];
      high ^= this.high[row];
      check ^= this.check[row];
    }
    return String.fromCharCode(
      ...[low, high, check, rows.length].flatMap((word) => [word & 0xffff, word >>> 16]),
    );
  }
}
