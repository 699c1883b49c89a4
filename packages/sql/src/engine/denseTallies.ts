import type { Tally } from "coppice/engine";
import { emptyTally, type Grouping, type Tallied } from "./grouping.js";

/** An attribute of others. */
const NONE = new Float64Array(0);

/** Sums in arrays with room for every code of every attribute at every node. */
export function denseTallies(found: Tallied, { statistic, width }: Grouping) {
  const { entries, asked, columns, count } = found;
  const places = nodePlaces(asked);
  const codesOf = (attribute: number) => entries.rows.attributes[attribute].codes;
  const sums = new Map<number, Float64Array>();
  for (const attribute of asked.keys())
    sums.set(attribute, new Float64Array(places.size * (codesOf(attribute) + 1) * width));
  const [attributes, nodes, codes, ...rest] = columns;
  const isMoments = statistic === "moments";
  // Rows of an attribute come together, mostly.
  let attribute = -1;
  let own: Float64Array = NONE;
  let stride = 0;
  for (let i = 0; i < count; i++) {
    if (attributes[i] !== attribute) {
      attribute = attributes[i];
      own = sums.get(attribute) ?? NONE;
      stride = (codesOf(attribute) + 1) * width;
    }
    const place = places.get(nodes[i]);
    if (place === undefined || own === NONE) continue;
    const at = place * stride + codes[i] * width;
    if (isMoments) for (let k = 0; k < 3; k++) own[at + k] += rest[k][i];
    else own[at + rest[0][i]] += rest[1][i];
  }
  return (node: number, of: number, wanted: number): Tally => {
    const [all, place, most] = [sums.get(of), places.get(node), codesOf(of)];
    if (all === undefined || place === undefined) return emptyTally(of, wanted);
    const from = place * (most + 1) * width;
    return tallyIn(all.subarray(from, from + (most + 1) * width), of, { width, wanted, isMoments });
  };
}

function nodePlaces(asked: Tallied["asked"]): Map<number, number> {
  const places = new Map<number, number>();
  for (const nodes of asked.values())
    for (const node of nodes) if (!places.has(node)) places.set(node, places.size);
  return places;
}

interface Shape {
  readonly width: number;
  readonly wanted: number;
  readonly isMoments: boolean;
}

/** The codes with positive weight; the last of all are the missing values. */
function tallyIn(sums: Float64Array, attribute: number, { width, wanted, isMoments }: Shape): Tally {
  const most = sums.length / width - 1;
  const present: number[] = [];
  for (let code = 0; code < most; code++) {
    let weight = sums[code * width];
    if (!isMoments) for (let k = 1; k < width; k++) weight += sums[code * width + k];
    if (weight > 0) present.push(code);
  }
  const cells = new Float64Array(present.length * wanted);
  present.forEach((code, i) => {
    cells.set(sums.subarray(code * width, code * width + wanted), i * wanted);
  });
  const missing = sums.slice(most * width, most * width + wanted);
  return { attribute, codes: Int32Array.from(present), cells, missing };
}
