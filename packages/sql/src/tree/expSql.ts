import type { Dialect } from "../dialect/dialect.js";
import type { Stage } from "./landing.js";

const LOG2_E = 1.4426950408889634;
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** 1/13!, 1/12!, …, 1/1!, 1/0!, divided as the library divides them. */
const SERIES = [
  ...[6227020800, 479001600, 39916800, 3628800, 362880, 40320, 5040, 720, 120, 24, 6, 2, 1, 1].map(
    (n) => 1 / n,
  ),
];

/**
 * Stages after `from` with e to the power of given columns: the library's own `exp`, operation by operation, since no engine's
 * function gives the same bits as another's. Column x becomes `e_x`.
 */
export function expStages(columns: readonly string[], from: string, name: string, dialect: Dialect): Stage[] {
  const { double } = dialect;
  const stages: Stage[] = [];
  const add = (expressions: readonly string[]) => {
    const before = stages.length === 0 ? from : `${name}${stages.length - 1}`;
    stages.push({
      name: `${name}${stages.length}`,
      query: `SELECT *, ${expressions.join(", ")} FROM ${before}`,
    });
  };
  add(columns.map((x) => `GREATEST(${double(-708)}, LEAST(${double(709)}, ${x})) AS x_${x}`));
  add(columns.map((x) => `floor(x_${x} * ${double(LOG2_E)} + ${double(0.5)}) AS k_${x}`));
  add(columns.map((x) => `x_${x} - k_${x} * ${double(LN2_HIGH)} - k_${x} * ${double(LN2_LOW)} AS r_${x}`));
  add(columns.map((x) => `${series(`r_${x}`, dialect)} AS s_${x}`));
  add(columns.map((x) => `s_${x} * ${powerOfTwo(`k_${x}`, dialect)} AS e_${x}`));
  return stages;
}

function series(r: string, { double }: Dialect): string {
  return SERIES.slice(1).reduce((sum, term) => `(${sum} * ${r} + ${double(term)})`, double(SERIES[0]));
}

/** 2 to the power of a whole double from -1022 to 1023, as a product of exact powers. */
function powerOfTwo(k: string, { double }: Dialect): string {
  const size = `CAST(abs(${k}) AS INTEGER)`;
  const factors = Array.from({ length: 10 }, (_, bit) => {
    const factor = double(2 ** (2 ** bit));
    return `CASE WHEN (${size} & ${2 ** bit}) <> 0 THEN ${factor} ELSE ${double(1)} END`;
  });
  const product = factors.join(" * ");
  return `CASE WHEN ${k} < 0 THEN ${double(1)} / (${product}) ELSE ${product} END`;
}
