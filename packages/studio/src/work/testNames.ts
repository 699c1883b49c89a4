import type { Test, TreeModel } from "coppice";
import type { EditTest } from "coppice/edit";
import { brief, shown } from "../base/text.js";

type Head = Pick<TreeModel, "attributes">;

/** A test of a model as edits name it; undefined for one that no edit can make. */
export function testNames({ attributes }: Head, test: Test): EditTest | undefined {
  const { name: attribute, levels = [], type } = attributes[test.attribute];
  switch (test.kind) {
    case "threshold":
      return {
        ...{ kind: "threshold", attribute },
        threshold: type === "ordered" ? levels[test.threshold] : test.threshold,
      };
    case "subset": {
      const names = (codes: readonly number[]) => codes.map((code) => levels[code]);
      return { kind: "subset", attribute, left: names(test.left), right: names(test.right) };
    }
    case "levels":
      return { kind: "levels", attribute };
    case "intervals":
      return { kind: "intervals", attribute, edges: test.edges };
    default:
      return undefined;
  }
}

/** The conditions of a test's branches, without the attribute. */
export function edgeTexts({ attributes }: Head, test: EditTest, branches: number): string[] {
  switch (test.kind) {
    case "threshold": {
      const bound = typeof test.threshold === "number" ? brief(test.threshold) : shown(test.threshold, 40);
      return [`≤ ${bound}`, `> ${bound}`];
    }
    case "subset":
      return [listed(test.left), test.right ? listed(test.right) : `not ${listed(test.left)}`];
    case "levels": {
      const { levels = [] } = attributes.find(({ name }) => name === test.attribute) ?? {};
      return Array.from({ length: branches }, (_, b) => shown(levels[b] ?? "missing", 40));
    }
    case "intervals":
      return Array.from({ length: branches }, (_, b) => intervalText(test.edges, b));
    default:
      return [];
  }
}

function intervalText(edges: readonly number[], b: number): string {
  if (b === 0) return `≤ ${brief(edges[0])}`;
  return b === edges.length ? `> ${brief(edges[b - 1])}` : `${brief(edges[b - 1])} to ${brief(edges[b])}`;
}

function listed(levels: readonly string[]): string {
  const some = levels.slice(0, 3).map((level) => shown(level, 24));
  return levels.length > 3 ? `${some.join(", ")} and ${levels.length - 3} more` : some.join(", ");
}
