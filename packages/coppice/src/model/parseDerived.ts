import type { ColumnSchema } from "../table/schema.js";
import {
  attributeOf,
  checkCell,
  checkFinite,
  checkIndex,
  fault,
  type Json,
  need,
  needList,
  needObject,
  needSome,
} from "./checks.js";
import { isMeasure, type MeasureStep } from "./measure.js";
import { checkCondition } from "./parseCondition.js";
import { checkFormula } from "./parseFormula.js";
import { checkShares } from "./parseMissing.js";
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
  list.forEach((step: unknown, i) => {
    const path = `derived[${i}]`;
    needObject(step, path);
    const attribute = attributeOf(step, path, attributes);
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
    } else if (isMeasure({ kind: String(kind) })) checkMeasure(step, attribute, path, model);
    else throw fault(`${path}.kind`, "fill, predict, indicator, combination, eachValue or a measure", kind);
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
  const formula = (value: unknown, at: string) => checkFormula(value, at, before, true);
  const number = (value: unknown, at: string) => checkFinite(value, at);
  const kind = step.kind as MeasureStep["kind"];
  if (kind === "largest") {
    const isRight =
      attribute.type !== "numeric" && attribute.levels?.length === each(step.of, `${path}.of`, formula);
    need(isRight, `${path}.attribute`, "an attribute with a level for each formula", step.attribute);
    return;
  }
  need(attribute.type === "numeric", `${path}.attribute`, "a numeric attribute", step.attribute);
  if (kind === "linear" || kind === "quadratic") formula(step.formula, `${path}.formula`);
  if (kind === "quadratic")
    each(step.products, `${path}.products`, (product, at) => {
      needObject(product, at);
      checkFinite(product.coefficient, `${at}.coefficient`);
      needList(product.attributes, `${at}.attributes`, "a list of two attributes", 2);
      for (const one of product.attributes) attributeOf({ attribute: one }, at, before);
    });
  if (kind === "distance")
    each(step.from, `${path}.from`, (offset, at) => {
      needObject(offset, at);
      attributeOf(offset, at, before);
      checkFinite(offset.at, `${at}.at`);
      need(
        Number.isFinite(offset.scale) && offset.scale !== 0,
        `${at}.scale`,
        "a number other than 0",
        offset.scale,
      );
    });
  if (kind === "perceptron") {
    const units = each(step.hidden, `${path}.hidden`, formula);
    needObject(step.output, `${path}.output`);
    checkFinite(step.output.intercept, `${path}.output.intercept`);
    const at = `${path}.output.coefficients`;
    needList(step.output.coefficients, at, `a list of ${units} numbers, one per hidden unit`, units);
    each(step.output.coefficients, at, number);
  }
}

/** Checks the items of a list of at least one; returns how many there are. */
function each(list: unknown, path: string, check: (item: unknown, path: string) => void): number {
  needSome(list, path, "a list of at least one");
  list.forEach((item, i) => {
    check(item, `${path}[${i}]`);
  });
  return list.length;
}
