import { type ColumnSchema, hasOrder } from "../table/schema.js";
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
} from "./checks.js";
import type { Test } from "./test.js";
import type { TreeModel } from "./tree.js";

/** Checks a test; returns its number of outcomes. */
export function checkTest(test: unknown, path: string, model: Pick<TreeModel, "attributes">): number {
  needObject(test, path);
  const attribute = attributeOf(test, path, model.attributes);
  const isNumeric = attribute.type === "numeric";
  const levels = attribute.levels?.length ?? 0;
  const kind = test.kind as Test["kind"];
  need(isNumeric || levels > 0, `${path}.attribute`, "an attribute with levels", test.attribute);
  const onLevels = kind === "levels" || kind === "subset";
  const inOrder = kind === "threshold" || kind === "intervals" || kind === "gate";
  const at = `${path}.kind`;
  need(!(isNumeric && onLevels), at, "threshold, intervals or gate on a numeric attribute", kind);
  need(hasOrder(attribute) || !inOrder, at, "levels or subset on an attribute without order", kind);
  switch (kind) {
    case "threshold":
      checkCell(test.threshold, attribute, `${path}.threshold`);
      return 2;
    case "gate":
      checkFinite(test.threshold, `${path}.threshold`);
      checkFinite(test.slope, `${path}.slope`);
      need((test.slope as number) > 0, `${path}.slope`, "a positive number", test.slope);
      return 2;
    case "levels":
      return levels;
    case "subset":
      checkSubset(test, levels, path);
      return 2;
    case "intervals":
      return checkEdges(test.edges, attribute, `${path}.edges`);
    default:
      throw fault(at, "threshold, levels, subset, intervals or gate", kind);
  }
}

/** One side may be empty (then only unknown cells go there), but not both. */
function checkSubset(test: Json, levels: number, path: string): void {
  const seen = new Set<unknown>();
  for (const side of ["left", "right"]) {
    const codes = test[side];
    needList(codes, `${path}.${side}`, "a list of level codes");
    codes.forEach((code, i) => {
      checkIndex(code, levels, `${path}.${side}[${i}]`, "a level code");
      need(!seen.has(code), `${path}.${side}[${i}]`, "a level not listed before", code);
      seen.add(code);
    });
  }
  need(seen.size > 0, `${path}.left`, "a list of at least one level, or right must", [], "none in either");
}

function checkEdges(edges: unknown, attribute: ColumnSchema, path: string): number {
  needList(edges, path, "a list of edges");
  edges.forEach((edge, i) => {
    checkCell(edge, attribute, `${path}[${i}]`);
    need(
      i === 0 || (edge as number) > (edges[i - 1] as number),
      `${path}[${i}]`,
      "above the edge before it",
      edge,
    );
  });
  return edges.length + 1;
}
