/** A number of rows (by weight), as an option gives it: the number, or a share of all, as a fraction below 1 or in percent. */
export type RowLimit = number | string;

export function isShare(limit: RowLimit): boolean {
  return typeof limit === "string" || (limit > 0 && limit < 1);
}

export function isCount(limit: RowLimit): boolean {
  return !isShare(limit);
}

export function rowsOf(limit: RowLimit, total: number): number {
  if (typeof limit === "number") return isShare(limit) ? limit * total : limit;
  return (Number(limit.slice(0, -1)) / 100) * total;
}
