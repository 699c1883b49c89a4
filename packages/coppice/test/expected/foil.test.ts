import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { clausesText } from "../../src/clauses/clauseText.js";
import { evaluateClauses } from "../../src/clauses/evaluateClauses.js";
import { foil, relationNamed } from "../../src/learn/foil/foil.js";
import { readRelations } from "../../src/targets/readRelations.js";
import { describeShared } from "../shared.js";

const data = (name: string) => fileURLToPath(new URL(`../../../../../shared/data/${name}`, import.meta.url));

describeShared("first-order rules", () => {
  it.each(["kinship.csv", "kinship.json"])(
    "define all twelve relations of Hinton's families exactly, from %s",
    async (file) => {
      const relations = await readRelations({ data: data(file) });
      expect(relations.relations).toHaveLength(12);
      const exact = relations.relations.filter((relation) => {
        const model = foil(relations, { target: relation.name });
        return evaluateClauses(model, relations, relation).exact;
      });
      expect(exact.map(({ name }) => name)).toEqual(relations.relations.map(({ name }) => name));
    },
  );

  it("define can_reach as Quinlan did", async () => {
    const relations = await readRelations({ data: data("foil-canreach.json") });
    const model = foil(relations, { target: "can_reach" });
    expect(clausesText(model)).toBe(
      "can_reach(X,Y) ← linked_to(X,Y)\ncan_reach(X,Y) ← linked_to(X,Z) ∧ can_reach(Z,Y)\n",
    );
    expect(model.training).toMatchObject({ positives: 19, negatives: 62 });
    expect(evaluateClauses(model, relations, relationNamed(relations, "can_reach")).exact).toBe(true);
  });
});
