import { fitSync, tableFrom } from "coppice";
import { editSync, splitProfile } from "coppice/edit";
import { expect, it } from "vitest";
import { cutOf, editFor, isWhole, type Sides, withLevel } from "./levelMoves.js";

const kinds = ["a", "b", "c", "d"];
const table = tableFrom({
  kind: Array.from({ length: 80 }, (_, i) => kinds[i % 4]),
  y: Array.from({ length: 80 }, (_, i) => (i % 4 < 2 ? (i % 9 === 0 ? "no" : "yes") : "no")),
});
const model = fitSync(table, { target: "y", options: { maxDepth: 1, prune: "none" } });
const profile = splitProfile(model, table, "root", "kind");
if (profile.kind !== "levels") throw new Error("levels");
const root = model.nodes[0];
if (!("test" in root)) throw new Error("a test");
const test = { kind: "subset", attribute: "kind", left: [] } as const;
const ordered = { levels: kinds, ordered: true };
const half: Sides = { levels: [0, 0, 1, 1], missing: 0 };
const upTo = (threshold: string) => ({ kind: "threshold", node: "root", threshold });
const now: Sides = { levels: [...profile.branches!], missing: 0 };

it("moved levels are one edit, which the library makes the test of", () => {
  const code = now.levels.indexOf(0);
  const wanted = withLevel(now, code, 1, false);
  const edit = editFor("root", test, profile, now, wanted)!;
  expect(edit).toEqual({ kind: "levels", node: "root", levels: [kinds[code]], to: 1 });
  const after = editSync(model, table, [edit]);
  const sides = splitProfile(after, table, "root", "kind");
  expect(sides.kind === "levels" && [...sides.branches!]).toEqual(wanted.levels);
});

it("moved levels are a new test if they go both ways, or if missing values go with them", () => {
  const [first, second] = [now.levels.indexOf(0), now.levels.indexOf(1)];
  const both = withLevel(withLevel(now, first, 1, false), second, 0, false);
  const edit = editFor("root", test, profile, now, { ...both, missing: 1 })!;
  expect(edit.kind).toBe("split");
  const after = editSync(model, table, [edit]);
  const sides = splitProfile(after, table, "root", "kind");
  expect(sides.kind === "levels" && [...sides.branches!]).toEqual(both.levels);
  const node = after.nodes[0];
  expect("missing" in node && node.missing).toEqual({ kind: "branch", to: 1 });
});

it("moved levels are no edit if nothing moves, and one of missing values if these do alone", () => {
  expect(editFor("root", test, profile, now, { ...now })).toBeUndefined();
  const edit = editFor("root", test, profile, now, { ...now, missing: 1 });
  expect(edit).toEqual({ kind: "missing", node: "root", to: 1 });
});

it("moved levels take their neighbours along if they have an order", () => {
  expect(withLevel(half, 3, 0, true).levels).toEqual([0, 0, 0, 0]);
  expect(withLevel(half, 0, 1, true).levels).toEqual([1, 1, 1, 1]);
  const less = withLevel(half, 1, 1, true);
  expect(less.levels).toEqual([0, 1, 1, 1]);
  expect(editFor("root", test, ordered, half, less)).toEqual(upTo("a"));
});

it("moved levels of an order are a threshold at the last level that goes left", () => {
  expect(editFor("root", test, ordered, half, withLevel(half, 2, 0, true))).toEqual(upTo("c"));
});

it("moved levels leave no branch without rows", () => {
  expect(isWhole(now, profile)).toBe(true);
  expect(isWhole({ ...now, levels: now.levels.map(() => 0) }, profile)).toBe(false);
  expect(cutOf({ levels: [0, 1, 0, -1], missing: 0 })).toEqual({ left: [0, 2] });
});
