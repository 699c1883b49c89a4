/** The constants of the library's `hash`; the first as a negative number, so that products stay within 64 bits. */
const FIRST = -1640531527;
const SECOND = 569420461;
const THIRD = 1935289751;
const WORD = 4294967295;

/**
 * The rows of a relation with `hk`, the library's hash of `k`, a column of whole numbers of 64 bits: `hashInteger`. By stages, so
 * that no expression contains another twice.
 */
export function withHash(relation: string, key: number): string {
  const low = staged(`SELECT *, ${key} AS zk, k & ${WORD} AS zi FROM ${relation}`);
  const high = staged(
    `SELECT * EXCEPT (zk, zi, zh), zh AS z1, zh AS zk, shiftright(k, 32) & ${WORD} AS zi FROM (${low}) AS low`,
  );
  return `SELECT * EXCEPT (zk, zi, zh, z1), CASE WHEN zi = 0 THEN z1 ELSE zh END AS hk FROM (${high}) AS high`;
}

/** `zh`, the hash of `zi` by `zk`. */
function staged(relation: string): string {
  const a = `SELECT *, (zk + zi * (${FIRST})) & ${WORD} AS za FROM (${relation}) AS s`;
  const b = `SELECT *, ((za ^ shiftright(za, 16)) * ${SECOND}) & ${WORD} AS zb FROM (${a}) AS a`;
  const c = `SELECT *, ((zb ^ shiftright(zb, 15)) * ${THIRD}) & ${WORD} AS zc FROM (${b}) AS b`;
  return `SELECT * EXCEPT (za, zb, zc), zc ^ shiftright(zc, 15) AS zh FROM (${c}) AS c`;
}
