import { CoppiceError, unreachable } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { EditTest } from "../../model/edit.js";
import type { Test } from "../../model/test.js";
import type { TreeModel } from "../../model/tree.js";
import type { ColumnSchema } from "../../table/schema.js";

type Head = Pick<TreeModel, "attributes">;

/** The index of an attribute of the model. */
export function attributeNamed({ attributes }: Head, name: string): number {
  const found = attributes.findIndex((attribute) => attribute.name === name);
  if (found >= 0) return found;
  const names = attributes.map((attribute) => attribute.name);
  throw new CoppiceError(
    "COLUMN_UNKNOWN",
    `the model has no attribute ${JSON.stringify(name)}${didYouMean(name, names)}`,
    { name, rule: "an attribute of the model" },
  );
}

/** The code of a level. */
export function levelNamed({ name, levels = [] }: ColumnSchema, level: string): number {
  const code = levels.indexOf(level);
  if (code >= 0) return code;
  throw new CoppiceError(
    "LEVEL_UNKNOWN",
    `${JSON.stringify(name)} has no level ${JSON.stringify(level)}${didYouMean(level, levels)}`,
    { name, rule: "a level of the attribute", value: level },
  );
}

/** What a test by names means. Of a set, `right` is known once the levels at the node are. */
export function testNamed(
  head: Head,
  test: Exclude<EditTest, { kind: "best" }>,
  occur: readonly number[],
): Test {
  const attribute = attributeNamed(head, test.attribute);
  const column = head.attributes[attribute];
  switch (test.kind) {
    case "threshold":
      return { kind: "threshold", attribute, threshold: thresholdIn(column, test.threshold) };
    case "intervals":
      return { kind: "intervals", attribute, edges: edgesIn(column, test.edges) };
    case "levels":
      checkType(column, "nominal", "a branch per level");
      return { kind: "levels", attribute };
    case "subset": {
      checkType(column, "nominal", "a set of levels");
      const left = codesOf(column, test.left);
      const right = test.right ? codesOf(column, test.right) : occur.filter((code) => !left.includes(code));
      const twice = left.find((code) => right.includes(code));
      if (twice !== undefined)
        throw misfit(column.name, "levels that are in one of the two sets", column.levels?.[twice]);
      return { kind: "subset", attribute, left, right };
    }
    default:
      return unreachable(test);
  }
}

/** A threshold on numbers, or the last level of branch 0 of an ordered attribute. */
export function thresholdIn(column: ColumnSchema, threshold: number | string): number {
  if (column.type === "ordered" && typeof threshold === "string") return levelNamed(column, threshold);
  if (column.type === "numeric" && typeof threshold === "number") return threshold;
  const rule = { numeric: "a number", ordered: "the name of a level" }[column.type as "numeric" | "ordered"];
  if (rule === undefined) throw misfit(column.name, "numeric or ordered, to have a threshold", column.type);
  throw misfit(column.name, `${rule} for its threshold`, threshold);
}

function edgesIn(column: ColumnSchema, edges: readonly number[]): readonly number[] {
  checkType(column, "numeric", "edges");
  if (edges.length > 0 && edges.every((edge, i) => i === 0 || edge > edges[i - 1])) return edges;
  throw misfit(column.name, "edges that rise, at least one", edges);
}

function codesOf(column: ColumnSchema, levels: readonly string[]): number[] {
  return [...new Set(levels.map((level) => levelNamed(column, level)))].sort((a, b) => a - b);
}

function checkType({ name, type }: ColumnSchema, wanted: ColumnSchema["type"], what: string): void {
  if (type !== wanted) throw misfit(name, `${wanted}, to have ${what}`, type);
}

export function misfit(name: string, rule: string, value: unknown): CoppiceError {
  const found = typeof value === "string" ? value : JSON.stringify(value);
  return new CoppiceError("EDIT_INVALID", `${JSON.stringify(name)} needs ${rule}; got ${found}`, {
    name,
    rule,
    value,
  });
}

/** The test of a model by names. */
export function namesOf({ attributes }: Head, test: Test): EditTest {
  const { name: attribute, levels = [], type } = attributes[test.attribute];
  switch (test.kind) {
    case "threshold":
    case "gate":
      return {
        kind: "threshold",
        attribute,
        threshold: type === "ordered" ? levels[test.threshold] : test.threshold,
      };
    case "subset":
      return {
        kind: "subset",
        attribute,
        left: test.left.map((code) => levels[code]),
        right: test.right.map((code) => levels[code]),
      };
    case "levels":
      return { kind: "levels", attribute };
    case "intervals":
      return { kind: "intervals", attribute, edges: test.edges };
    default:
      return unreachable(test);
  }
}
