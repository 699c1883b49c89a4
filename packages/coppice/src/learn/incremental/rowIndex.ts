import type { RowStore } from "./rowStore.js";

/** Finds rows by their content; of equal ones the latest. */
export class RowIndex {
  private readonly rows = new Map<string, number[]>();

  constructor(
    private readonly store: RowStore,
    present: Iterable<number>,
  ) {
    for (const row of present) this.add(row);
  }

  add(row: number): void {
    const { columns, classes } = this.store;
    const key = keyOf(
      columns.map((cells) => cells[row]),
      classes[row],
    );
    const same = this.rows.get(key);
    if (same) same.push(row);
    else this.rows.set(key, [row]);
  }

  /** Takes a row out of the index; undefined if there is none. */
  take(cells: ArrayLike<number>, k: number): number | undefined {
    const key = keyOf(Array.from(cells), k);
    const same = this.rows.get(key);
    const row = same?.pop();
    if (same?.length === 0) this.rows.delete(key);
    return row;
  }
}

function keyOf(cells: readonly number[], k: number): string {
  return `${k},${cells.join()}`;
}
