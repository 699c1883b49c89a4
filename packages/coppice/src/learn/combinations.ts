import { freeName } from "../base/freeName.js";
import type { Problem } from "../engine/problem.js";
import type { Condition } from "../model/condition.js";
import type { Derived } from "../model/tree.js";
import { textOf } from "../model/words.js";
import { type Column, columnSchema, type NominalColumn } from "../table/column.js";
import type { Prepared } from "./missing/preparation.js";
import { widen } from "./widen.js";

/** How many combinations are extended, and how many are offered to the tree: the best ones. */
const BEAM = 30;
const OFFERED = 100;

/**
 * Logical combinations as tests (D 8.3.2): conjunctions of up to `most` conditions `= level` and `!= level` on different
 * nominal attributes are added as attributes of two levels, the best of them. With both branches and negation, that is
 * every disjunction, too. They are ranked by how much they reduce the impurity of all rows.
 */
export function addCombinations(ready: Prepared, most: number): Prepared {
  const { grown } = ready;
  const found = most > 1 ? combinationsOf(grown, most) : [];
  if (found.length === 0) return ready;
  const { attributes } = grown;
  const names = new Set([grown.target.column.name, ...attributes.map(({ name }) => name)]);
  const added = found.map((all) => column(all, attributes, names));
  const steps = found.map(
    (all, i): Derived => ({ kind: "combination", attribute: attributes.length + i, all }),
  );
  return widen(ready, added, steps);
}

function column(all: readonly Condition[], attributes: readonly Column[], taken: Set<string>): Column {
  const schemas = attributes.map(columnSchema);
  const name = freeName(all.map((condition) => textOf(condition, schemas)).join(" AND "), taken);
  return { type: "nominal", name, levels: ["no", "yes"], codes: new Int32Array(0) };
}

/** A conjunction, and the rows for which it holds, collected on demand. */
interface Found {
  readonly all: readonly Condition[];
  readonly score: number;
  rows(): Int32Array;
}

function combinationsOf(problem: Problem, most: number): (readonly Condition[])[] {
  const search = new Search(problem);
  let longest = search.longer([search.everything]);
  const kept: Found[] = [];
  for (let length = 2; length <= most; length++) {
    longest = search.longer(best(longest, BEAM));
    kept.push(...longest);
  }
  return best(kept, OFFERED).map(({ all }) => all);
}

/** On ties the earlier one stays first: sort is stable. */
function best(found: readonly Found[], most: number): Found[] {
  return [...found].sort((a, b) => b.score - a.score).slice(0, most);
}

/** Sums over rows: the weight of each class, or the weighted target; and the weight of all. */
interface Sums {
  readonly of: Float64Array;
  readonly weight: number;
}

class Search {
  readonly everything: Found;
  private readonly width: number;
  private readonly total: Sums;

  constructor(private readonly problem: Problem) {
    const { target, rows } = problem;
    const all = Int32Array.from({ length: rows }, (_, row) => row);
    this.width = target.kind === "classes" ? target.column.levels.length : 1;
    this.everything = { all: [], score: 0, rows: () => all };
    [this.total] = this.tally(all, new Int32Array(rows), 1);
  }

  /** The conjunctions with one condition more, on a later attribute: each is found once. */
  longer(found: readonly Found[]): Found[] {
    return found.flatMap((one) => {
      const last = one.all.at(-1)?.attribute ?? -1;
      const rows = one.rows();
      return this.problem.attributes.flatMap((column, a) =>
        a > last && column.type === "nominal" ? this.withEachLevel(one.all, rows, a, column) : [],
      );
    });
  }

  /** One tally of the attribute gives all its conditions. */
  private withEachLevel(
    all: readonly Condition[],
    rows: Int32Array,
    a: number,
    { codes, levels }: NominalColumn,
  ): Found[] {
    const byLevel = this.tally(rows, codes, levels.length);
    const known = byLevel.reduce(plus);
    const found = (levels: readonly number[], sums: Sums): Found => ({
      all: [...all, { kind: "levels", attribute: a, levels }],
      score: this.score(sums),
      rows: () => rows.filter((row) => levels.includes(codes[row])),
    });
    const every = levels.map((_, level) => level);
    const equal = every.map((level) => found([level], byLevel[level]));
    // With two levels, `!=` one is `=` the other.
    const unequal =
      levels.length > 2
        ? every.map((level) => {
            const others = every.filter((other) => other !== level);
            return found(others, minus(known, byLevel[level]));
          })
        : [];
    return [...equal, ...unequal].filter(({ score }) => score > Number.NEGATIVE_INFINITY);
  }

  private tally(rows: Int32Array, codes: Int32Array, levels: number): Sums[] {
    const { target, weights } = this.problem;
    const { width } = this;
    const of = new Float64Array(levels * width);
    const weight = new Float64Array(levels);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const code = codes[row];
      if (code < 0) continue;
      const w = weights === undefined ? 1 : weights[row];
      weight[code] += w;
      if (target.kind === "classes") of[code * width + target.column.codes[row]] += w;
      else of[code] += w * target.grid.units[row];
    }
    return Array.from(weight, (sum, code) => ({
      of: of.subarray(code * width, (code + 1) * width),
      weight: sum,
    }));
  }

  /** The greater this is, the less impurity is left (Gini or squared error); the combination must divide the rows. */
  private score(yes: Sums): number {
    const no = minus(this.total, yes);
    if (!(yes.weight > 0 && no.weight > 0)) return Number.NEGATIVE_INFINITY;
    const squares = ({ of, weight }: Sums) => of.reduce((sum, x) => sum + x * x, 0) / weight;
    return squares(yes) + squares(no);
  }
}

const plus = (a: Sums, b: Sums): Sums => ({
  of: a.of.map((x, k) => x + b.of[k]),
  weight: a.weight + b.weight,
});
const minus = (a: Sums, b: Sums): Sums => ({
  of: a.of.map((x, k) => x - b.of[k]),
  weight: a.weight - b.weight,
});
