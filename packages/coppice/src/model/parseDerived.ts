import type { ColumnSchema } from "../table/schema.js";
import {
  attributeOf,
  checkCell,
  checkIndex,
  fault,
  type Json,
  need,
  needList,
  needObject,
  needSome,
} from "./checks.js";
import { isMeasure, levelsOfMeasure, type MeasureStep } from "./measure.js";
import { checkCondition } from "./parseCondition.js";
import { checkFormula } from "./parseFormula.js";
import { type Check, finite, listOf, must, objectOf, optional } from "./parseHead.js";
import { checkShares } from "./parseMissing.js";
import { stringMeasureFields } from "./parseStringMeasure.js";
import type { Derived, TreeModel } from "./tree.js";

type Attributes = Pick<TreeModel, "attributes">;

/** Checks a model's derived attributes; `checkTree` checks the trees in it. */
export function checkDerived(
  list: unknown,
  model: Attributes,
  checkTree: (tree: Pick<TreeModel, "task" | "target" | "attributes" | "nodes">, path: string) => void,
): void {
  needList(list, "derived", "a list of steps");
  const { attributes } = model;
  const derived = new Set<unknown>();
  list.forEach((step: unknown, i) => {
    const path = `derived[${i}]`;
    needObject(step, path);
    const attribute = attributeOf(step, path, attributes);
    need(
      !derived.has(step.attribute),
      `${path}.attribute`,
      "an attribute that no step before derives",
      step.attribute,
    );
    derived.add(step.attribute);
    const { kind } = step as { kind?: Derived["kind"] };
    if (kind === "combination") checkCombination(step, attribute, path, model);
    else if (kind === "fill") checkCell(step.cell, attribute, `${path}.cell`);
    else if (kind === "indicator") {
      checkIndex(step.of, attributes.length, `${path}.of`, "the index of an attribute");
      checkTwoLevels(attribute, step, path);
    } else if (kind === "eachValue") checkCandidates(step, attribute, path);
    else if (kind === "predict") {
      const nodes = step.nodes as TreeModel["nodes"];
      needSome(nodes, `${path}.nodes`, "a list of at least one node");
      const task = attribute.type === "numeric" ? "regression" : "classification";
      const isRight = task === "regression" || !!attribute.levels?.length;
      need(isRight, `${path}.attribute`, "a numeric attribute, or one with levels", step.attribute);
      checkTree({ task, target: attribute, attributes, nodes }, `${path}.nodes`);
    } else if (kind === "leaf") {
      const nodes = step.nodes as TreeModel["nodes"];
      needSome(nodes, `${path}.nodes`, "a list of at least one node");
      const target = { name: attribute.name, type: "numeric" } as const;
      const before = attributes.slice(0, step.attribute as number);
      checkTree({ task: "regression", target, attributes: before, nodes }, `${path}.nodes`);
      const leaves = nodes.filter((node) => node.test === undefined).length;
      const isRight = attribute.type !== "numeric" && attribute.levels?.length === leaves;
      need(isRight, `${path}.attribute`, "an attribute with a level for each leaf", step.attribute);
    } else if (isMeasure({ kind: String(kind) })) checkMeasure(step, attribute, path, model);
    else
      throw fault(
        `${path}.kind`,
        "fill, predict, indicator, combination, leaf, eachValue or a measure",
        kind,
      );
  });
}

/** Checks derived attributes of which all are measures. */
export function checkMeasures(list: unknown, model: Attributes): void {
  needList(list, "derived", "a list of measures");
  list.forEach((step: unknown, i) => {
    const path = `derived[${i}]`;
    needObject(step, path);
    need(isMeasure({ kind: String(step.kind) }), `${path}.kind`, "a measure", step.kind);
    checkMeasure(step, attributeOf(step, path, model.attributes), path, model);
  });
}

function checkTwoLevels({ type, levels }: ColumnSchema, step: Json, path: string): void {
  const isRight = type !== "numeric" && levels?.length === 2;
  need(isRight, `${path}.attribute`, "an attribute of two levels", step.attribute);
}

/** Its conditions test attributes before its own: those of the table, or added by earlier steps. */
function checkCombination(step: Json, attribute: ColumnSchema, path: string, model: Attributes): void {
  checkTwoLevels(attribute, step, path);
  const { all } = step;
  needSome(all, `${path}.all`, "a list of at least one condition");
  all.forEach((condition, i) => {
    const at = `${path}.all[${i}]`;
    const tested = checkCondition(condition, at, model);
    need(
      tested < (step.attribute as number),
      `${at}.attribute`,
      "an attribute before the combination",
      tested,
    );
  });
}

function checkCandidates(step: Json, attribute: ColumnSchema, path: string): void {
  const { cells, shares } = step;
  needSome(cells, `${path}.cells`, "a list of cells");
  cells.forEach((cell, i) => {
    checkCell(cell, attribute, `${path}.cells[${i}]`);
  });
  checkShares(shares, cells.length, `${path}.shares`, "cell");
}

/** It reads attributes before its own only, so that they are known when it is computed. */
function checkMeasure(step: Json, attribute: ColumnSchema, path: string, { attributes }: Attributes): void {
  const before = attributes.slice(0, step.attribute as number);
  const kind = step.kind as MeasureStep["kind"];
  const units = (step.hidden as readonly unknown[] | undefined)?.length;
  for (const [name, check] of Object.entries(fieldsOf(before, units)[kind]))
    check(step[name], `${path}.${name}`);
  const levels = levelsOfMeasure(step as unknown as MeasureStep);
  const isRight = levels ? attribute.levels?.length === levels : attribute.type === "numeric";
  const rule = levels
    ? `an attribute with ${levels} ${levels === 1 ? "level" : "levels"}`
    : "a numeric attribute";
  need(isRight, `${path}.attribute`, rule, step.attribute);
}

const finiteOrNull = must((value) => value === null || Number.isFinite(value), "a number or null");

/** The fields of each measure, on these attributes. */
function fieldsOf(
  before: readonly ColumnSchema[],
  units: number | undefined,
): Readonly<Record<MeasureStep["kind"], Record<string, Check>>> {
  const formula: Check = (value, path) => checkFormula(value, path, before, true);
  const attribute: Check = (value, path) =>
    checkIndex(value, before.length, path, "the index of an attribute");
  const formulas = someOf(formula);
  const product = objectOf(
    {
      attributes: listOf(attribute, "a list of two attributes", 2),
      coefficient: finite,
      missing: optional(listOf(finiteOrNull, "a list of two numbers or nulls", 2)),
    },
    "an object",
  );
  const isScale = (value: unknown) => Number.isFinite(value) && (value as number) > 0;
  const offset = objectOf(
    { attribute, at: finite, scale: must(isScale, "a number above 0"), missing: optional(finite) },
    "an object",
  );
  return {
    linear: { formula },
    quadratic: { formula, products: someOf(product) },
    distance: { from: someOf(offset) },
    perceptron: {
      hidden: formulas,
      output: objectOf(
        { intercept: finite, coefficients: listOf(finite, "a list of numbers, one per hidden unit", units) },
        "an object",
      ),
    },
    largest: { of: formulas },
    ...stringMeasureFields(before),
  };
}

function someOf(check: Check): Check {
  return (value, path) => {
    needSome(value, path, "a list of at least one");
    listOf(check, "")(value, path);
  };
}
