/**
 * Sums over the rows of a node run over parts of so many rows, each in the order of its rows, then over the parts: so threads
 * can share the rows, and the sums are the same to the last bit. The kernel `discriminant` does the same.
 */
export const PART_ROWS = 2048;
