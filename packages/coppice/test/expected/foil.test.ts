import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { evaluateClauses } from "../../src/clauses/evaluateClauses.js";
import { foil } from "../../src/learn/foil/foil.js";
import { readRelations } from "../../src/targets/readRelations.js";
import { describeShared } from "../shared.js";

describeShared("first-order rules", () => {
  it.each(["csv", "json"])(
    "define all twelve relations of Hinton's families exactly, from kinship.%s",
    async (type) => {
      const url = new URL(`../../../../../shared/data/kinship.${type}`, import.meta.url);
      const relations = await readRelations({ data: fileURLToPath(url) });
      const exact = relations.relations.filter((relation) => {
        const model = foil(relations, { target: relation.name });
        return evaluateClauses(model, relations, relation).exact;
      });
      expect(exact).toHaveLength(12);
      expect(exact).toEqual(relations.relations);
    },
  );
});
