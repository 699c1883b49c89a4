import { isEnsemble, isRules, type Model } from "./model.js";
import { LEAF } from "./packed.js";
import { addedAttributes } from "./tableAttributes.js";
import { type Derived, isSplit, type TreeNode } from "./tree.js";

/** The names of the columns of a table that a model's tests and formulas read, in the order of its attributes. */
export function attributesRead(model: Model): string[] {
  if (isEnsemble(model) && model.members.kind === "models") {
    const read = new Set(model.members.models.flatMap(attributesRead));
    return model.attributes.map(({ name }) => name).filter((name) => read.has(name));
  }
  const read = readDirectly(model);
  const derived: readonly Derived[] = model.derived ?? [];
  // A step reads attributes before its own only.
  for (const step of [...derived].reverse())
    if (read.has(step.attribute)) for (const attribute of stepReads(step)) read.add(attribute);
  const added = addedAttributes({ attributes: model.attributes, derived });
  return model.attributes.flatMap(({ name }, a) => (read.has(a) && !added.has(a) ? [name] : []));
}

function readDirectly(model: Model): Set<number> {
  const read = new Set<number>();
  if (isRules(model)) mentioned(model.rules, read);
  else if (!isEnsemble(model)) nodesRead(model.nodes, read);
  else if (model.members.kind === "packed") {
    for (const attribute of model.members.trees.attribute) if (attribute !== LEAF) read.add(attribute);
  }
  return read;
}

function nodesRead(nodes: readonly TreeNode[], read: Set<number>): void {
  for (const node of nodes) {
    if (isSplit(node)) read.add(node.test.attribute);
    else mentioned(node.answer, read);
  }
}

function stepReads(step: Derived): Set<number> {
  const read = new Set<number>();
  if (step.kind === "indicator") read.add(step.of);
  else if (step.kind === "leaf" || step.kind === "predict") nodesRead(step.nodes, read);
  else {
    const { attribute: _, ...rest } = step;
    mentioned(rest, read);
  }
  return read;
}

/** Adds every attribute that conditions, formulas or measures mention. */
function mentioned(value: unknown, read: Set<number>): void {
  if (Array.isArray(value)) for (const item of value) mentioned(item, read);
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === "attribute") read.add(item as number);
      else if (key === "attributes") for (const attribute of item as number[]) read.add(attribute);
      else mentioned(item, read);
    }
  }
}
