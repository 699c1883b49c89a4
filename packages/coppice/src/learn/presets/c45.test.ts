import { expect, it } from "vitest";
import { labelsOf, mixedTable } from "../../../test/kit/index.js";
import { makeTable } from "../../table/table.js";
import { fitTable } from "../fit.js";

const table = mixedTable({ rows: 150, seed: 5, missing: 0.1, target: "classes" });
const scaled = (factor: number) =>
  makeTable(
    table.columns.map((column) =>
      column.type === "numeric"
        ? { ...column, values: column.values.map((x) => Math.atan(x) * factor) }
        : column,
    ),
  );
const labels = (of: typeof table, minGap: number) =>
  labelsOf(fitTable(of, { target: "y", learner: "c45", options: { minGap } }), of);

it("c45 does not depend on the scale of numeric attributes when minGap is 0", () => {
  expect(labels(scaled(1e-9), 0)).toEqual(labels(table, 0));
});

it("c45 still splits attributes in tiny units with C4.5's gap: it is capped at a thousandth of the range", () => {
  const model = fitTable(scaled(1e-9), { target: "y", learner: "c45", attributes: ["fine"] });
  expect(model.nodes.length).toBeGreaterThan(1);
});
