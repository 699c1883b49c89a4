import { expect, it } from "vitest";
import { codesIn } from "../../../test/kit/answers.js";
import { fitTable } from "../../learn/fit.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { tennis } from "../../synthetic/index.js";
import { columnOf, type Table } from "../../table/table.js";
import { transform } from "./transform.js";

const fit = (learner: string, options = {}) => fitTable(tennis(), { target: "Play", learner, options });
const names = ({ columns }: Table) => columns.map(({ name }) => name);
const bits = (table: Table, name: string) => {
  const column = columnOf(table, name);
  return column.type === "numeric" ? Array.from(column.values) : [];
};
const count = (of: readonly number[]) => of.reduce((sum, bit) => sum + bit, 0);

it("gives each row of tennis its leaf, and keeps the target", () => {
  // id3: Outlook at the root; Sunny by Humidity, Rainy by Wind. Leaves in preorder.
  const model = fit("id3") as TreeModel;
  const table = transform(model, tennis());
  const leaves = model.nodes.flatMap((node, i) => (isSplit(node) ? [] : [`leaf ${i}`]));
  expect(names(table)).toEqual([...leaves, "Play"]);
  for (let row = 0; row < 14; row++)
    expect(leaves.reduce((sum, name) => sum + bits(table, name)[row], 0)).toBe(1);
  const overcast = bits(table, leaves[leaves.length - 3]);
  expect(count(overcast)).toBe(4);
});

it("gives every node on the way with paths, the root apart", () => {
  const model = fit("id3") as TreeModel;
  const table = transform(model, tennis(), { as: "paths", keep: [] });
  expect(table.columns).toHaveLength(model.nodes.length - 1);
  const [root] = model.nodes;
  if (!isSplit(root)) throw new Error("a split was expected");
  const kindOf = (node: number) => (isSplit(model.nodes[node]) ? "node" : "leaf");
  const first = root.branches.map((branch) => count(bits(table, `${kindOf(branch)} ${branch}`)));
  expect(first.sort()).toEqual([4, 5, 5]);
});

it.each([
  ["id3", {}],
  ["prism", {}],
  ["forest", { trees: 10 }],
  ["gradientBoost", { minLeaf: 2 }],
  ["ruleFit", { minLeaf: 2, penalty: 0.01 }],
])("names rules of %s by their conditions", (learner, options) => {
  const table = transform(fit(learner, options), tennis(), { as: "rules" });
  expect(table.columns.length).toBeGreaterThan(2);
  const rule = names(table).find((name) => name.startsWith("Outlook = Overcast"));
  if (rule === "Outlook = Overcast") expect(count(bits(table, rule))).toBe(4);
  for (const name of names(table).slice(0, -1))
    expect(bits(table, name).every((bit) => bit === 0 || bit === 1)).toBe(true);
});

it("sends a row with a missing value where most of it goes", () => {
  const [outlook, ...others] = tennis().columns;
  const codes = codesIn(tennis(), outlook.name).with(0, -1);
  const gapped = { ...tennis(), columns: [{ ...outlook, codes } as typeof outlook, ...others] };
  const table = transform(fit("c45", { prune: "none", minLeaf: 1 }), gapped, { keep: [] });
  expect(table.columns.reduce((sum, { name }) => sum + bits(table, name)[0], 0)).toBe(1);
});

it("has no leaves of a set of rules", () => {
  expect(() => transform(fit("prism"), tennis(), { as: "leaves" })).toThrow(
    "a model of prism is a set of rules, without leaves: transform it as rules",
  );
});
