import { CoppiceError, unreachable } from "../../base/errors.js";
import { type Problem, problemRows } from "../../engine/problem.js";
import { tableAttributes } from "../../model/tableAttributes.js";
import type { Derived, TreeModel } from "../../model/tree.js";
import type { Column, NominalColumn } from "../../table/column.js";
import { type ColumnSchema, isStringType } from "../../table/schema.js";
import { appliedTo } from "./apply.js";
import { distribution, hasMissing, isMissing, likeliest, likelyCell } from "./likely.js";
import { predictors } from "./predictors.js";
import type { MissingChoices, MissingStrategy, PredictionStrategy } from "./strategies.js";

/** The prepared training and validation rows, and the steps that prediction must apply to rows. */
export interface Prepared {
  readonly grown: Problem;
  readonly validation?: Problem;
  readonly derived?: readonly Derived[];
}

/**
 * Strategies that change the table before growth. They depend on the training rows alone; validation rows are treated like
 * rows to predict.
 */
export function prepareMissing(
  grown: Problem,
  validation: Problem | undefined,
  choices: MissingChoices,
): Prepared {
  const { missing, missingAtPrediction } = choices;
  const widened = widen(grown, missing);
  const trained = trainingSteps(grown, widened.length, missing);
  const later = [
    ...trained.filter((step) => missingAtPrediction === "asTrained" || step.kind === "indicator"),
    ...predictionSteps(grown, missingAtPrediction),
  ];
  const filled = missing === "likelyInClass" ? fillWithinClass(grown) : grown.attributes;
  return {
    grown: { ...grown, attributes: appliedTo(filled, widened, trained) },
    ...(validation && {
      validation: { ...validation, attributes: appliedTo(validation.attributes, widened, later) },
    }),
    ...(later.length > 0 && { derived: later }),
  };
}

/** Whether there is anything to prepare: otherwise growth itself does what these strategies say. */
export function changesCells({ missing, missingAtPrediction: later }: MissingChoices): boolean {
  const isLeft = ["share", "fraction", "majority", "surrogate", "drop"].includes(missing);
  return !isLeft || later === "likely" || later === "eachValue";
}

/** The attributes that growth will see, with levels and attributes added. */
function widen({ attributes, target }: Problem, missing: MissingStrategy): Column[] {
  if (missing === "level") return attributes.map(withUnknown);
  if (missing !== "indicator") return [...attributes];
  const names = new Set([target.column.name, ...attributes.map(({ name }) => name)]);
  return [...attributes, ...attributes.filter(hasMissing).map(({ name }) => indicator(name, names))];
}

/** The attributes of a table as they were before: a model lists them with the levels that were added for missing values. */
export function tableColumns(model: Pick<TreeModel, "attributes" | "derived" | "options">): ColumnSchema[] {
  const isAdded = (name: string, levels: readonly string[]) =>
    (model.derived ?? []).some(
      (step) =>
        step.kind === "fill" &&
        model.attributes[step.attribute].name === name &&
        step.cell === levels.length - 1,
    );
  return tableAttributes(model).map((column) => {
    const { name, type, levels } = column;
    if (model.options.missing !== "level" || type !== "nominal" || !levels || !isAdded(name, levels))
      return column;
    return { ...column, levels: levels.slice(0, -1) };
  });
}

/** Nominal attributes only: an additional level would have no place in an order, and numbers have no levels. */
function withUnknown(column: Column): Column {
  if (column.type !== "nominal" || !hasMissing(column)) return column;
  let name = "unknown";
  while (column.levels.includes(name)) name += "?";
  return { ...column, levels: [...column.levels, name] };
}

function indicator(of: string, taken: Set<string>): NominalColumn {
  let name = `missing(${of})`;
  while (taken.has(name)) name += "'";
  taken.add(name);
  return { type: "nominal", name, levels: ["no", "yes"], codes: new Int32Array(0) };
}

function trainingSteps(base: Problem, width: number, missing: MissingStrategy): Derived[] {
  const { attributes } = base;
  switch (missing) {
    case "share":
    case "fraction":
    case "majority":
    case "surrogate":
    case "drop":
      return [];
    case "likely":
    case "likelyInClass":
      return fills(base);
    case "level":
      return attributes.flatMap((column, attribute): Derived[] =>
        column.type === "nominal" && hasMissing(column)
          ? [{ kind: "fill", attribute, cell: column.levels.length }]
          : [],
      );
    case "indicator": {
      const holes = attributes.flatMap((column, a) => (hasMissing(column) ? [a] : []));
      const first = width - holes.length;
      return holes.map((of, i) => ({ kind: "indicator", attribute: first + i, of }));
    }
    case "predict":
      return predictors(base);
    default:
      return unreachable(missing);
  }
}

function predictionSteps(base: Problem, strategy: PredictionStrategy): Derived[] {
  if (strategy === "likely") return fills(base);
  return strategy === "eachValue" ? candidates(base) : [];
}

/** For every attribute with a known cell, whether or not one is missing here. */
function fills(base: Problem): Derived[] {
  return base.attributes.flatMap((column, attribute): Derived[] => {
    const cell = isStringType(column.type) ? undefined : likelyCell(column, base);
    return cell === undefined ? [] : [{ kind: "fill", attribute, cell }];
  });
}

/** If there are more numbers than this, this many groups of about equal weight are tried, each by its median. */
const MOST_CANDIDATES = 50;

function candidates(base: Problem): Derived[] {
  return base.attributes.flatMap((column, attribute): Derived[] => {
    // A string is not one of those of the training rows: its tests are missing where it is.
    const known = isStringType(column.type) ? [] : distribution(column, base);
    const total = known.reduce((sum, [, weight]) => sum + weight, 0);
    if (known.length === 0) return [];
    const groups =
      column.type === "numeric" && known.length > MOST_CANDIDATES ? grouped(known, total) : known;
    return [
      {
        kind: "eachValue",
        attribute,
        cells: groups.map(([cell]) => cell),
        shares: groups.map(([, weight]) => weight / total),
      },
    ];
  });
}

function grouped(known: readonly (readonly [number, number])[], total: number): [number, number][] {
  const groups: [number, number][][] = [];
  let below = 0;
  for (const [cell, weight] of known) {
    const group = Math.min(MOST_CANDIDATES - 1, Math.floor((below * MOST_CANDIDATES) / total));
    groups[group] ??= [];
    groups[group].push([cell, weight]);
    below += weight;
  }
  return groups.filter(Boolean).map((group) => {
    const weight = group.reduce((sum, [, w]) => sum + w, 0);
    return [likeliest("numeric", group)!, weight];
  });
}

/** Imputes each missing value with the most likely one among the rows of its class, if the class has any. */
function fillWithinClass(base: Problem): Column[] {
  const { target, attributes, rows } = base;
  if (target.kind !== "classes") {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      "missing=likelyInClass needs classes, and the target is numeric; missing=likely does without",
      { name: "missing", value: "likelyInClass" },
    );
  }
  const classOf = target.column.codes;
  return attributes.map((column) => {
    if (!hasMissing(column) || isStringType(column.type)) return column;
    const likely = target.column.levels.map((_, k) =>
      likeliest(
        column.type,
        distribution(column, base, (row) => classOf[row] === k),
      ),
    );
    const fill = <A extends Float64Array | Int32Array>(cells: A): A => {
      const filled = cells.slice() as A;
      for (let row = 0; row < rows; row++) {
        if (isMissing(column, row)) filled[row] = likely[classOf[row]] ?? cells[row];
      }
      return filled;
    };
    return column.type === "numeric"
      ? { ...column, values: fill(column.values) }
      : { ...column, codes: fill(column.codes) };
  });
}

/** The rows without a missing value, if the others are to be dropped from growing and pruning. */
export function completeRows(problem: Problem, { missing }: MissingChoices): Problem {
  if (missing !== "drop") return problem;
  const kept: number[] = [];
  for (let row = 0; row < problem.rows; row++) {
    if (!problem.attributes.some((column) => isMissing(column, row))) kept.push(row);
  }
  if (kept.length === problem.rows) return problem;
  if (kept.length > 0) return problemRows(problem, kept);
  throw new CoppiceError(
    "ROWS_INCOMPLETE",
    "missing=drop leaves no row to learn from: every row has a missing cell; try another strategy, or leave out the attributes that are mostly missing",
    { name: "missing", value: "drop" },
  );
}
