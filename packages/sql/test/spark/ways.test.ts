import type { Table } from "coppice";
import { type AsyncDataHandle, fitData, fitTable } from "coppice/engine";
import { readTable } from "coppice/node";
import { describe, expect, it } from "vitest";
import { mixedTable } from "../../../coppice/test/mixedTable.js";
import { allRows } from "../../src/connection/results.js";
import { spark } from "../../src/dialect/spark.js";
import { sqlData } from "../../src/engine/data.js";
import { batchData } from "../../src/spark/batch/data.js";
import { literalQuery, schemaOf } from "../tables.js";
import { describeOnWorkers } from "./onWorkers.js";
import { keyed, smallTable, with300Levels } from "./tables.js";

const address = process.env.COPPICE_SPARK;

interface Fit {
  readonly table: Table;
  readonly learner: string;
  readonly options: Record<string, unknown>;
  readonly weight?: string;
}

const unpruned = { prune: "none", maxDepth: 3 };
const classes = mixedTable({ target: "classes", rows: 150, seed: 1, missing: 0.1 });
const values = mixedTable({ target: "values", rows: 120, seed: 2 });
const gaps = mixedTable({ target: "values", rows: 120, seed: 2, missing: 0.1 });
const weighted = mixedTable({ target: "classes", rows: 120, seed: 3, missing: 0.1, weights: "fractional" });
const boosted = { rounds: 20, maxLeaves: 3, minLeaf: 5 };

/** What must be the same by every way. */
const FITS: Readonly<Record<string, Fit>> = {
  "300 levels and missing values": { table: with300Levels(), learner: "cart", options: unpruned },
  regression: { table: values, learner: "cart", options: unpruned },
  weights: { table: weighted, learner: "cart", options: unpruned, weight: "weight" },
  "20 rounds": { table: gaps, learner: "gradientBoost", options: boosted },
  "20 trees": { table: classes, learner: "forest", options: { trees: 20, maxDepth: 2 } },
  "a pruned cart": { table: classes, learner: "cart", options: { pruneFolds: 3, maxDepth: 3 } },
};

/** The same where every level and every tree is some statements: fewer of them, all rounds and trees. */
const BY_SQL: Readonly<Record<string, Fit>> = {
  ...Object.fromEntries(
    Object.entries(FITS).map(([name, fit]) => [name, { ...fit, options: { ...fit.options, maxDepth: 2 } }]),
  ),
  "20 rounds": {
    table: smallTable("values"),
    learner: "gradientBoost",
    options: { ...boosted, maxLeaves: 2 },
  },
  "20 trees": { table: smallTable("classes"), learner: "forest", options: { trees: 20, maxDepth: 1 } },
  "a pruned cart": { table: classes, learner: "cart", options: { pruneFolds: 2, maxDepth: 2 } },
};

const NAMES = Object.keys(FITS);

describeOnWorkers(
  "models by all ways from a Spark cluster are those of memory",
  ({ connection, workers }) => {
    async function same(
      { table, learner, options, weight }: Fit,
      open: (relation: { query: string }, request: Parameters<typeof sqlData>[2]) => Promise<AsyncDataHandle>,
    ): Promise<void> {
      const request = { target: "y", ...(weight !== undefined && { weight }) };
      const boosts = learner === "gradientBoost";
      const data = await open(
        { query: literalQuery(keyed(table), spark) },
        {
          ...{ ...request, columns: schemaOf(table), rowKey: "id" },
          coding: boosts ? "bins" : "exact",
        },
      );
      try {
        const model = await fitData(data, { learner, options });
        const memory = fitTable(keyed(table), { ...request, rowKey: "id", learner, options });
        expect(JSON.stringify(model)).toBe(JSON.stringify(memory));
      } finally {
        await data.close?.();
      }
      expect((await allRows(connection(), "SHOW SCHEMAS LIKE 'coppice*'")).rows).toBe(0);
    }

    describe("by the batch function", () => {
      it.each(NAMES)(
        "%s",
        (name) => {
          // Whole trees of some learners come here, and stay there in others.
          const mayPull = ["20 trees", "a pruned cart"].includes(name);
          return same(FITS[name], (from, request) => batchData(workers(), from, request, { mayPull }));
        },
        600_000,
      );
    });

    describe("by SQL", () => {
      // Compiling hundreds of statements for some rows would take most of the time.
      const compiled = (isOn: boolean) =>
        connection().configure({
          "spark.sql.codegen.wholeStage": String(isOn),
          "spark.sql.adaptive.enabled": String(isOn),
        });
      it.each(NAMES)(
        "%s",
        async (name) => {
          await compiled(name.startsWith("300"));
          try {
            await same(BY_SQL[name], (from, request) => sqlData(connection(), from, request));
          } finally {
            await compiled(true);
          }
        },
        600_000,
      );
    });

    it.each(NAMES)("pulled: %s", async (name) => {
      const { table, learner, options, weight } = FITS[name];
      const types = Object.fromEntries(schemaOf(table).map(({ name: of, type }) => [of, type]));
      const from = `${literalQuery(keyed(table), spark)} ORDER BY id`;
      const { table: pulled } = await readTable(`spark:${address}`, { from, types });
      const request = {
        target: "y",
        ...(weight !== undefined && { weight }),
        rowKey: "id",
        learner,
        options,
      };
      const declared = { ...pulled, columns: pulled.columns.map((column) => declaredAs(column, table)) };
      expect(JSON.stringify(fitTable(declared, request))).toBe(
        JSON.stringify(fitTable(keyed(table), request)),
      );
    });
  },
);

/** A column with the levels of the same column of another table. */
function declaredAs(column: Table["columns"][number], { columns }: Table): Table["columns"][number] {
  const other = columns.find(({ name }) => name === column.name);
  if (column.type === "numeric" || other === undefined || other.type === "numeric") return column;
  const places = column.levels.map((level) => other.levels.indexOf(level));
  return { ...other, codes: column.codes.map((code) => (code < 0 ? -1 : places[code])) };
}
