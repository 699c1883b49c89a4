import { fitSync, tableFrom } from "coppice";
import { editSync, splitProfile } from "coppice/edit";
import { describe, expect, it } from "vitest";
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
const now: Sides = { levels: [...profile.branches!], missing: 0 };

describe("levels that are moved between branches", () => {
  it("are one edit, which the library makes the test of", () => {
    const code = now.levels.indexOf(0);
    const wanted = withLevel(now, code, 1, false);
    const edit = editFor("root", test, profile, now, wanted)!;
    expect(edit).toEqual({ kind: "levels", node: "root", levels: [kinds[code]], to: 1 });
    const after = editSync(model, table, [edit]);
    const sides = splitProfile(after, table, "root", "kind");
    expect(sides.kind === "levels" && [...sides.branches!]).toEqual(wanted.levels);
  });

  it("are a new test if they go both ways, or if missing values go with them", () => {
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

  it("are no edit if nothing moves, and one of missing values if these do alone", () => {
    expect(editFor("root", test, profile, now, { ...now })).toBeUndefined();
    expect(editFor("root", test, profile, now, { ...now, missing: 1 })).toEqual({
      kind: "missing",
      node: "root",
      to: 1,
    });
  });

  it("take their neighbours along if they have an order", () => {
    const sides: Sides = { levels: [0, 0, 1, 1], missing: 0 };
    const ordered = { levels: kinds, ordered: true };
    expect(withLevel(sides, 3, 0, true).levels).toEqual([0, 0, 0, 0]);
    const wanted = withLevel(sides, 0, 1, true);
    expect(wanted.levels).toEqual([1, 1, 1, 1]);
    const less = withLevel(sides, 1, 1, true);
    expect(less.levels).toEqual([0, 1, 1, 1]);
    expect(editFor("root", test, ordered, sides, less)).toEqual({
      kind: "threshold",
      node: "root",
      threshold: "a",
    });
  });

  it("of an order are a threshold at the last level that goes left", () => {
    const sides: Sides = { levels: [0, 0, 1, 1], missing: 0 };
    const ordered = { levels: ["a", "b", "c", "d"], ordered: true };
    const more = withLevel(sides, 2, 0, true);
    expect(editFor("root", test, ordered, sides, more)).toEqual({
      kind: "threshold",
      node: "root",
      threshold: "c",
    });
  });

  it("leave no branch without rows", () => {
    expect(isWhole(now, profile)).toBe(true);
    expect(isWhole({ ...now, levels: now.levels.map(() => 0) }, profile)).toBe(false);
    expect(cutOf({ levels: [0, 1, 0, -1], missing: 0 })).toEqual({ left: [0, 2] });
  });
});
