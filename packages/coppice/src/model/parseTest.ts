import { checkFinite, checkIndex, fault, isJson, type Json } from "./checks.js";
import type { Test } from "./test.js";
import type { TreeModel } from "./tree.js";

/** Checks a test; returns its number of outcomes. */
export function checkTest(test: unknown, path: string, model: Pick<TreeModel, "attributes">): number {
  if (!isJson(test)) throw fault(path, "an object", test);
  checkIndex(test.attribute, model.attributes.length, `${path}.attribute`, "the index of an attribute");
  const attribute = model.attributes[test.attribute as number];
  const isNumeric = attribute.type === "numeric";
  const levels = attribute.levels?.length ?? 0;
  const kind = test.kind as Test["kind"];
  if (!isNumeric && levels === 0)
    throw fault(`${path}.attribute`, "an attribute with levels", test.attribute);
  if (isNumeric && (kind === "levels" || kind === "subset")) {
    throw fault(`${path}.kind`, "threshold or intervals on a numeric attribute", kind);
  }
  if (attribute.type !== "ordered" && !isNumeric && (kind === "threshold" || kind === "intervals")) {
    throw fault(`${path}.kind`, "levels or subset on an attribute without order", kind);
  }
  switch (kind) {
    case "threshold":
      checkCell(test.threshold, isNumeric, levels, `${path}.threshold`);
      return 2;
    case "levels":
      return levels;
    case "subset":
      checkSubset(test, levels, path);
      return 2;
    case "intervals":
      return checkEdges(test.edges, isNumeric, levels, `${path}.edges`);
    default:
      throw fault(`${path}.kind`, "threshold, levels, subset or intervals", kind);
  }
}

function checkCell(cell: unknown, isNumeric: boolean, levels: number, path: string): void {
  if (isNumeric) checkFinite(cell, path);
  else checkIndex(cell, levels, path, "a level code");
}

/** One side may be empty (then only unknown cells go there), but not both. */
function checkSubset(test: Json, levels: number, path: string): void {
  const seen = new Set<number>();
  for (const side of ["left", "right"] as const) {
    const codes = test[side];
    if (!Array.isArray(codes)) throw fault(`${path}.${side}`, "a list of level codes", codes);
    for (let i = 0; i < codes.length; i++) {
      checkIndex(codes[i], levels, `${path}.${side}[${i}]`, "a level code");
      if (seen.has(codes[i])) throw fault(`${path}.${side}[${i}]`, "a level not listed before", codes[i]);
      seen.add(codes[i]);
    }
  }
  if (seen.size === 0)
    throw fault(`${path}.left`, "a list of at least one level, or right must", [], "none in either");
}

function checkEdges(edges: unknown, isNumeric: boolean, levels: number, path: string): number {
  if (!Array.isArray(edges)) throw fault(path, "a list of edges", edges);
  for (let i = 0; i < edges.length; i++) {
    checkCell(edges[i], isNumeric, levels, `${path}[${i}]`);
    if (i > 0 && !(edges[i] > edges[i - 1]))
      throw fault(`${path}[${i}]`, "above the edge before it", edges[i]);
  }
  return edges.length + 1;
}
