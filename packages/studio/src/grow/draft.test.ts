import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesOf, fitSync, readSource, selectRows, type Table, type TreeModel } from "coppice";
import { candidates, editSync, nodeAt, nodePaths, splitProfile } from "coppice/edit";
import { predictTable, scoreOf, truthOf } from "coppice/evaluate";
import { monks1 } from "coppice/synthetic";
import { expect, it } from "vitest";
import { root } from "../../../../scripts/lib/root.mjs";
import { answersOf, judgedAt } from "../work/judged.js";
import { draftOf } from "./draft.js";

const sample = (name: string) => {
  const bytes = readFileSync(join(root, "packages/studio/public/samples", name));
  return readSource(bytesOf(name, bytes));
};

/** Every third row is held out. */
function divided(table: Table): { readonly train: Table; readonly held: Table } {
  const rows = Array.from({ length: table.rows }, (_, row) => row);
  const part = (isHeld: boolean) => rows.filter((row) => (row % 3 === 0) === isHeld);
  return { train: selectRows(table, part(false)), held: selectRows(table, part(true)) };
}

/** What the page makes of a candidate's test, beside what the library says of it. */
function pairs(model: TreeModel, train: Table, held: Table) {
  const answers = answersOf(model, held, "validation");
  return nodePaths(model).flatMap((path) =>
    candidates(model, train, path, { validation: held, limit: 20 }).candidates.flatMap((candidate) => {
      const { test } = candidate;
      const profile = splitProfile(model, train, path, candidate.attribute);
      const judged = judgedAt(model, profile, nodeAt(model, path), answers);
      if (judged === undefined) return [];
      if (profile.kind === "numeric" && test.kind === "threshold" && typeof test.threshold === "number")
        return [{ candidate, draft: draftOf(profile, judged, { threshold: test.threshold }) }];
      if (profile.kind !== "levels" || test.kind !== "subset") return [];
      const left = test.left.map((level) => profile.levels.indexOf(level));
      return [{ candidate, draft: draftOf(profile, judged, { left }) }];
    }),
  );
}

it.each([
  ["penguins.json", "Species", "cart", {}],
  ["penguins.json", "Species", "cart", { missing: "surrogate", prune: "none" }],
  ["penguins.json", "Sex", "cart", { missing: "level", prune: "none", maxDepth: 4 }],
  ["penguins.json", "Island", "c45", {}],
  ["cars.json", "Miles_per_Gallon", "cart", { maxDepth: 4 }],
  ["seattle-weather.csv", "weather", "cart", { maxDepth: 4 }],
] as const)(
  "what the page says of a moved test is what the library says: %s, %s by %s %o",
  async (file, target, learner, options) => {
    const { table } = await sample(file);
    const { train, held } = divided(table);
    const model = fitSync(train, { target, learner, options });
    const found = pairs(model, train, held);
    expect(found.length).toBeGreaterThan(3);
    for (const { candidate, draft } of found) {
      expect(draft.score, candidate.text).toBeCloseTo(candidate.validation!.score, 9);
      candidate.branches.slice(0, 2).forEach((branch, b) => {
        if ("counts" in branch) expect([...draft.branches[b]]).toEqual(branch.counts);
      });
    }
  },
);

it("what the page says of a moved test is what the edit makes of a tree of one test: levels, and where missing values go", () => {
  const { train, held } = divided(monks1({ rows: 300, seed: 2 }));
  const model = fitSync(train, { target: "class", options: { maxDepth: 1, prune: "none" } });
  const attribute = model.attributes[0].name;
  const profile = splitProfile(model, train, "root", attribute);
  const judged = judgedAt(model, profile, 0, answersOf(model, held, "validation"))!;
  if (profile.kind !== "levels") throw new Error("levels");
  for (const left of [[0], [1], [0, 2]]) {
    const test = { kind: "subset", attribute, left: left.map((code) => profile.levels[code]) } as const;
    const mine = editSync(model, train, [{ kind: "split", node: "root", test, missing: 1 }]);
    const score = scoreOf(truthOf(mine.target, held), predictTable(mine, held));
    if (score.kind !== "classification") throw new Error("classes");
    expect(draftOf(profile, judged, { left }, 1).score).toBeCloseTo(score.accuracy, 9);
  }
});
