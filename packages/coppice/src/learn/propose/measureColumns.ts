import type { Measure } from "../../model/measure.js";
import { isMeasure } from "../../model/measure.js";
import { attributesRead } from "../../model/measureAttributes.js";
import { isStringMeasure, isYesOrNo, type StringMeasure, YES_OR_NO } from "../../model/stringMeasure.js";
import type { Test } from "../../model/test.js";
import { isSplit, type MissingRule, type TreeModel, type TreeNode } from "../../model/tree.js";
import { measureText } from "../../rules/measureText.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Learned } from "../learner.js";
import { eachAttribute, renumbered } from "../renumber.js";

/** The nodes with the measures that they test, which are numbered after the attributes, in the order of the nodes. */
export function numbered(
  nodes: readonly TreeNode[],
  attributes: number,
  measures: readonly Measure[],
): Pick<Learned, "nodes" | "measures"> {
  if (measures.length === 0) return { nodes };
  const used = new Map<number | string, number>();
  const kept: Measure[] = [];
  const numberOf = (attribute: number) => {
    if (attribute < attributes) return attribute;
    const measure = measures[attribute - attributes];
    // Several nodes may ask the same of a string.
    const key = isStringMeasure(measure) ? askedOf(measure) : attribute;
    const number = used.get(key) ?? attributes + kept.push(measure) - 1;
    used.set(key, number);
    return number;
  };
  return { nodes: nodes.map((node) => withAttributes(node, numberOf)), measures: kept };
}

/** Equal for measures that ask the same. */
function askedOf(measure: StringMeasure): string {
  const { attribute: _, ...asked } = measure as StringMeasure & { readonly attribute?: number };
  return JSON.stringify(asked);
}

/**
 * A tree without the measures that nothing reads: pruning may have removed all nodes that did. Tests read measures, and so do
 * the formulas of leaves, other measures, and the rules and small trees that are attributes.
 */
export function withoutUnusedMeasures(model: TreeModel): TreeModel {
  const { derived = [], attributes } = model;
  const steps = derived.filter(isMeasure);
  if (steps.length === 0) return model;
  // Learners whose formulas read measures add no others.
  if (!steps.some(isStringMeasure) && model.nodes.some(({ answer }) => answer !== undefined)) return model;
  const read = new Set<number>();
  for (const node of model.nodes) {
    eachAttribute(node, (attribute) => read.add(attribute));
  }
  // A step reads attributes before its own only. All that are no measures stay, with what they read.
  for (const step of [...derived].reverse()) {
    if (!isMeasure(step)) eachAttribute(step, (attribute) => read.add(attribute));
    else if (read.has(step.attribute)) for (const attribute of attributesRead(step)) read.add(attribute);
  }
  const dropped = new Set(
    steps.filter(({ attribute }) => !read.has(attribute)).map((step) => step.attribute),
  );
  if (dropped.size === 0) return model;
  const kept = attributes.flatMap((_, a) => (dropped.has(a) ? [] : [a]));
  const numbers = new Map(kept.map((a, number) => [a, number]));
  const numberOf = (attribute: number) => numbers.get(attribute)!;
  const { derived: _, spreads, ...rest } = model;
  const left = derived.filter(({ attribute }) => !dropped.has(attribute));
  return {
    ...rest,
    attributes: kept.map((a) => attributes[a]),
    // Those of measures that a learner found itself were never there.
    ...(spreads && { spreads: spreads.filter((_, a) => !dropped.has(a)) }),
    ...(left.length > 0 && { derived: renumbered(left, numberOf) }),
    nodes: renumbered(model.nodes, numberOf),
  };
}

/** The node with other numbers for the attributes that it tests. */
export function withAttributes(node: TreeNode, numberOf: (attribute: number) => number): TreeNode {
  if (!isSplit(node)) return node;
  const inTest = <T extends Test>(test: T): T => ({ ...test, attribute: numberOf(test.attribute) });
  const inRule = (rule: MissingRule): MissingRule =>
    rule.kind === "surrogates"
      ? { ...rule, surrogates: rule.surrogates.map((one) => ({ ...one, test: inTest(one.test) })) }
      : rule;
  return {
    ...node,
    test: inTest(node.test),
    missing: inRule(node.missing),
    ...(node.competitors && {
      competitors: node.competitors.map((one) => ({ ...one, test: inTest(one.test) })),
    }),
  };
}

/** More terms than this are not written out in the name of a measure. */
const TERMS_IN_NAME = 5;

/** The columns of measures: called by their formula where it is short, else by their kind and a number. */
export function measureColumns(
  measures: readonly Measure[],
  attributes: readonly ColumnSchema[],
  target: ColumnSchema,
): ColumnSchema[] {
  const taken = new Set([target.name, ...attributes.map(({ name }) => name)]);
  return measures.map((measure, i) => {
    const full =
      sizeOf(measure) <= TERMS_IN_NAME ? measureText(measure, attributes) : `${measure.kind} ${i + 1}`;
    let name = full;
    for (let n = 2; taken.has(name); n++) name = `${full} (${n})`;
    taken.add(name);
    if (isYesOrNo(measure)) return { name, type: "nominal", levels: YES_OR_NO };
    if (measure.kind !== "largest") return { name, type: "numeric" };
    return { name, type: "nominal", levels: levelsOf(measure.of.length, measure.classes, target) };
  });
}

/** The classes that formulas are for, or their numbers. */
function levelsOf(count: number, classes: readonly number[] | undefined, { levels }: ColumnSchema): string[] {
  return Array.from({ length: count }, (_, k) => (classes && levels?.[classes[k]]) ?? String(k + 1));
}

/** How many terms a measure is written with. */
function sizeOf(measure: Measure): number {
  switch (measure.kind) {
    case "linear":
      return measure.formula.terms.length;
    case "quadratic":
      return measure.formula.terms.length + measure.products.length;
    case "distance":
      return measure.from.length;
    case "pattern":
    case "length":
    case "anyWord":
      return 1;
    default:
      return Number.POSITIVE_INFINITY;
  }
}
