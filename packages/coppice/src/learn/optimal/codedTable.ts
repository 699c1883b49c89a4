import { CoppiceError } from "../../base/errors.js";
import { encodeAttribute } from "../../engine/encode.js";
import type { Problem } from "../../engine/problem.js";
import type { CodedAttribute, OptimalTable } from "../../kernels/drivers/optimal.js";
import type { Costs } from "../../model/costs.js";
import type { Test } from "../../model/test.js";
import type { Column, NominalColumn } from "../../table/column.js";
import { placeThreshold } from "../branch/placement.js";
import { distribution, likeliest } from "../missing/likely.js";

/** How nominal attributes are tested: one level against all others, or every set of levels. */
export type NominalTests = "level" | "subset";

/** A table to search, and what its tests mean in the model. */
export interface CodedProblem {
  readonly table: OptimalTable;
  /** The test of an attribute with this number, and the branch of a missing value. */
  testOf(attribute: number, test: number): { readonly test: Test; readonly missing: number };
}

/** Every level more doubles the subsets. */
const MOST_SUBSET_LEVELS = 10;
const MOST_CODES = 65_535;

/**
 * Missing numbers are treated like the median. A missing level is in no set: it counts as none of the levels tested, and so
 * do levels that turn up later.
 */
export function codedProblem(
  problem: Problem,
  nominal: NominalTests,
  costs: Costs | undefined,
): CodedProblem {
  const columns = problem.attributes.map((column) => codedColumn(column, problem, nominal));
  const { rows, weights, target } = problem;
  const losses =
    target.kind === "classes" && costs ? lossesOf(costs, target.column.levels.length) : undefined;
  return {
    table: {
      rows,
      attributes: columns.map(({ coded }) => coded),
      weights: weights ?? new Float64Array(rows).fill(1),
      target:
        target.kind === "classes"
          ? {
              kind: "classes",
              labels: Uint16Array.from(target.column.codes),
              classes: target.column.levels.length,
              ...(losses && { losses }),
            }
          : { kind: "values", values: target.grid.units },
      isPlain: target.kind === "classes" && weights === undefined && losses === undefined,
    },
    testOf: (attribute, test) => columns[attribute].testOf(attribute, test),
  };
}

interface CodedColumn {
  readonly coded: CodedAttribute;
  readonly testOf: CodedProblem["testOf"];
}

function codedColumn(column: Column, problem: Problem, nominal: NominalTests): CodedColumn {
  return column.type === "nominal" ? codedLevels(column, nominal) : codedOrder(column, problem);
}

function codedOrder(column: Column, problem: Problem): CodedColumn {
  const { codes, facts } = encodeAttribute(column);
  const middle = likeliest("numeric", distribution(column, problem));
  const values = facts.values ?? Float64Array.from({ length: facts.codes }, (_, code) => code);
  const count = Math.max(1, values.length);
  if (count > MOST_CODES) throw tooMany(column.name, "distinct values", count, MOST_CODES);
  // Between two values the median is no value of the column: it falls on the side that a threshold between them puts it.
  const fill = middle === undefined ? 0 : values.findLastIndex((value) => value <= middle);
  const coded = Uint16Array.from(codes, (code) => (code >= values.length ? fill : code));
  return {
    coded: { codes: coded, count, tests: { kind: "thresholds" } },
    testOf(attribute, test) {
      const threshold =
        column.type === "ordered"
          ? test
          : placeThreshold("midpoint", values[test], values[test + 1], 0.5, values);
      return { test: { kind: "threshold", attribute, threshold }, missing: Number(fill > test) };
    },
  };
}

function codedLevels(
  column: Pick<NominalColumn, "name" | "levels" | "codes">,
  nominal: NominalTests,
): CodedColumn {
  const { name, levels } = column;
  const present = [...new Set(column.codes)].filter((code) => code >= 0).sort((a, b) => a - b);
  const hasMissing = column.codes.some((code) => code < 0);
  const place = new Map(present.map((code, i) => [code, i]));
  const count = present.length + 1;
  const codes = Uint16Array.from(column.codes, (code) => place.get(code) ?? present.length);
  const others = (left: readonly number[]) =>
    levels.map((_, code) => code).filter((code) => !left.includes(code));
  const testOn = (attribute: number, left: number[]): Test => ({
    kind: "subset",
    attribute,
    left,
    right: others(left),
  });
  if (nominal === "level") {
    // One of two levels is the other's opposite.
    const tests = present.length === 2 && !hasMissing ? 1 : present.length;
    return {
      coded: { codes, count, tests: { kind: "levels", count: tests } },
      testOf: (attribute, test) => ({ test: testOn(attribute, [present[test]]), missing: 1 }),
    };
  }
  if (present.length > MOST_SUBSET_LEVELS)
    throw tooMany(name, "levels with nominal=subset", present.length, MOST_SUBSET_LEVELS);
  const sets = subsetsOf(present.length, hasMissing);
  return {
    coded: { codes, count, tests: { kind: "sets", sets } },
    testOf: (attribute, test) => ({
      test: testOn(
        attribute,
        present.filter((_, i) => (sets[test] >>> i) & 1),
      ),
      missing: 1,
    }),
  };
}

/** Every set but none and all; without missing values a set and its opposite are one test. */
function subsetsOf(levels: number, hasMissing: boolean): Uint32Array {
  const all = 2 ** levels - 1;
  return Uint32Array.from({ length: Math.max(0, hasMissing ? all : 2 ** (levels - 1) - 1) }, (_, i) => i + 1);
}

function lossesOf({ loss, factors }: Costs, classes: number): Float64Array {
  return Float64Array.from({ length: classes * classes }, (_, cell) => {
    const [k, label] = [Math.floor(cell / classes), cell % classes];
    return (loss?.[k][label] ?? Number(k !== label)) * (factors?.[k] ?? 1);
  });
}

function tooMany(name: string, what: string, count: number, most: number): CoppiceError {
  return new CoppiceError(
    "ATTRIBUTE_TOO_MANY",
    `${JSON.stringify(name)} must have at most ${most} ${what} for optimalTree; got ${count}`,
    { name, rule: `at most ${most} ${what}`, value: count },
  );
}
