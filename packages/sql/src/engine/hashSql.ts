import type { Dialect } from "../dialect/dialect.js";
import type { Stage } from "../tree/landing.js";

const WORD = "4294967295";

/** A number that chance makes of a key of 32 bits, a literal or a column, and of an integer column. */
export interface Hashing {
  /** The name of the new column. */
  readonly name: string;
  readonly key: number | string;
  readonly item: string;
}

/**
 * Stages after `from` that add columns with the library's `hash(key, item)`, 32 bits unsigned, in BIGINT without overflow: the first
 * factor is 0x9e3779b9 - 2^32, and `&` takes the low word of negative numbers, too.
 */
export function hashStages(
  hashings: readonly Hashing[],
  from: string,
  name: string,
  dialect: Dialect,
): Stage[] {
  if (hashings.length === 0) return [];
  const stages: Stage[] = [];
  const add = (expression: (hashing: Hashing) => string, columnOf: (name: string) => string) => {
    const before = stages.length === 0 ? from : `${name}${stages.length - 1}`;
    const columns = hashings.map((hashing) => `${expression(hashing)} AS ${columnOf(hashing.name)}`);
    stages.push({ name: `${name}${stages.length}`, query: `SELECT *, ${columns.join(", ")} FROM ${before}` });
  };
  const mixed = (z: string, bits: number) => dialect.xor(z, dialect.shifted(z, bits));
  add(
    ({ key, item }) => `(${key} + (CAST(${item} AS BIGINT) & ${WORD}) * -1640531527) & ${WORD}`,
    (of) => `${of}_z0`,
  );
  add(
    ({ name: of }) => `(${mixed(`${of}_z0`, 16)} * 569420461) & ${WORD}`,
    (of) => `${of}_z1`,
  );
  add(
    ({ name: of }) => `(${mixed(`${of}_z1`, 15)} * 1935289751) & ${WORD}`,
    (of) => `${of}_z2`,
  );
  add(
    ({ name: of }) => mixed(`${of}_z2`, 15),
    (of) => of,
  );
  return stages;
}

/** Stages that add columns with `hashInteger(key, item)`: by the low word, then by the high word unless that is 0. */
export function hashIntegerStages(
  hashings: readonly Hashing[],
  from: string,
  name: string,
  dialect: Dialect,
): Stage[] {
  if (hashings.length === 0) return [];
  const high = (item: string) => `(${dialect.shifted(`CAST(${item} AS BIGINT)`, 32)} & ${WORD})`;
  const low = hashStages(
    hashings.map((one) => ({ ...one, name: `${one.name}_low` })),
    from,
    `${name}l`,
    dialect,
  );
  const again = hashStages(
    hashings.map((one) => ({ name: `${one.name}_high`, key: `${one.name}_low`, item: high(one.item) })),
    low[low.length - 1].name,
    `${name}h`,
    dialect,
  );
  const chosen = hashings.map(
    ({ name: of, item }) => `CASE WHEN ${high(item)} = 0 THEN ${of}_low ELSE ${of}_high END AS ${of}`,
  );
  const last = {
    name: `${name}i`,
    query: `SELECT *, ${chosen.join(", ")} FROM ${again[again.length - 1].name}`,
  };
  return [...low, ...again, last];
}

/** A query with its stages before it. */
export function withStages(stages: readonly Stage[], query: string): string {
  if (stages.length === 0) return query;
  return `WITH ${stages.map(({ name, query: stage }) => `${name} AS (${stage})`).join(", ")} ${query}`;
}
