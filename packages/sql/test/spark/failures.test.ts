import { readdirSync, readFileSync } from "node:fs";
import type { Table } from "coppice";
import { fitData, fitTable } from "coppice/engine";
import { expect, it } from "vitest";
import { mixedTable } from "../../../coppice/test/mixedTable.js";
import { spark } from "../../src/dialect/spark.js";
import { openData } from "../../src/engine/openData.js";
import { scratchName } from "../../src/engine/scratchName.js";
import { SparkConnection } from "../../src/spark/connection.js";
import { keyed, literalQuery, schemaOf } from "../tables.js";
import { describeOnCluster } from "./cluster.js";
import { CuttingProxy } from "./cuttingProxy.js";

/** Names that end statements, are words of SQL, or mean something else somewhere. */
const NAMES = ["select", "a`b", "c'; DROP TABLE t; --", 'd"e', "rowid", "größe 数 🌲", "x0", "k.y", "node"];

function hostile(table: Table): Table {
  let next = 0;
  const columns = table.columns.map((column) =>
    column.name === "y" ? column : { ...column, name: NAMES[next++] },
  );
  return { ...table, columns };
}

const table = hostile(mixedTable({ target: "classes", rows: 120, seed: 5, missing: 0.1 }));
const query = literalQuery(keyed(table), spark);
const columns = schemaOf(table);
const boosting = { learner: "gradientBoost", options: { rounds: 3, maxLeaves: 3 } } as const;
const options = { target: "y", query, columns, rowKey: "id", coding: "bins", way: "batch" } as const;

describeOnCluster("failures on a Spark cluster", (cluster) => {
  const { address } = cluster;

  /** A fit during which something happens at every request but the first. */
  async function disturbed(at: string, happen: () => void): Promise<string> {
    const { data, close } = await openData(`spark:${at}`, options);
    try {
      const boost = () => {
        const rows = data.boost!();
        const answer = rows.answer.bind(rows);
        rows.answer = (request) => {
          const answered = answer(request);
          if (request.ask === "grow") setTimeout(happen, 50);
          return answered;
        };
        return rows;
      };
      return JSON.stringify(await fitData({ ...data, boost }, boosting));
    } finally {
      await close();
    }
  }

  const memory = () => JSON.stringify(fitTable(table, { target: "y", ...boosting }));

  it("what a killed fit left is removed by the next, which says so", async () => {
    // A process that has ended: this machine never has one with such a number.
    const left = scratchName("blocks").replace(`_${process.pid}_`, "_4194305_");
    await cluster.connection.run("CREATE SCHEMA IF NOT EXISTS coppice_scratch");
    await cluster.connection.run(`CREATE TABLE coppice_scratch.${left} USING parquet AS SELECT 1 AS one`);
    const rows = await openData(`spark:${address}`, { ...options, way: "batch" });
    expect(rows.notes).toEqual([
      "removed 1 scratch tables that fits which were killed had left on the cluster",
      expect.stringMatching(/^summed by a function on the cluster's workers \(Python 3\.\d+\)$/),
    ]);
    await rows.close();
    await cluster.expectNothingLeft();
  });

  it("an interrupted fit leaves nothing", async () => {
    const stopping = new AbortController();
    const { data, close } = await openData(`spark:${address}`, { ...options, signal: stopping.signal });
    setTimeout(() => stopping.abort(), 2500);
    const rounds = { rounds: 1000, maxLeaves: 6 };
    await expect(
      fitData(data, { learner: "gradientBoost", options: rounds, signal: stopping.signal }),
    ).rejects.toMatchObject({ code: "ABORTED" });
    await close();
    await cluster.expectNothingLeft();
  });

  it("a column that is dropped, and cells that change, during a fit are errors that name them", async () => {
    // A view: tables are remembered by sessions, views are not.
    const replaced = (as: string) => cluster.connection.run(`CREATE OR REPLACE VIEW failing AS ${as}`);
    const boost = { learner: "gradientBoost", options: { rounds: 1, maxLeaves: 2 } } as const;
    const opened = async () =>
      openData(`spark:${address}#failing`, { target: "y", rowKey: "id", way: "batch", coding: "bins" });
    const rows = (b: string) => `SELECT id, CAST(id % ${b} AS STRING) AS b, id % 2 AS y FROM range(50)`;
    try {
      await replaced(rows("3"));
      const dropped = await opened();
      await replaced("SELECT id, id % 2 AS y FROM range(50)");
      const error = await fitData(dropped.data, boost).catch((found) => found);
      expect(error.message).toContain("`b`");
      expect(error.code).toBe("DATABASE");
      await dropped.close();
      await replaced(rows("3"));
      const other = await opened();
      await replaced(rows("5"));
      await expect(fitData(other.data, boost)).rejects.toMatchObject({
        code: "DATABASE",
        message: 'the rows changed while they were read: "b" has a value that it had not before',
      });
      await other.close();
    } finally {
      await cluster.connection.run("DROP VIEW IF EXISTS failing");
    }
    await cluster.expectNothingLeft();
  });

  it("keys that are no keys, and rows without any", async () => {
    const opened = (rowKey: string | undefined) => {
      const { rowKey: _, ...others } = options;
      const from = "SELECT CAST(id AS DOUBLE) AS id, id % 2 AS two, id % 2 AS y FROM range(10)";
      return openData(`spark:${address}`, {
        ...{ ...others, query: from, columns: [] },
        ...(rowKey !== undefined && { rowKey }),
      });
    };
    await expect(opened("two")).rejects.toMatchObject({
      message:
        'the row key "two" must be a whole number between -2^53 and 2^53 that no other row has: 8 rows repeat one',
    });
    const none = await opened(undefined);
    await expect(fitData(none.data, boosting)).rejects.toThrow("rows on a cluster have no positions");
    await none.close();
    await cluster.expectNothingLeft();
  });

  it("a wrong token, which is not shown", async () => {
    const wrong = address.replace(/token=.*$/, "token=wr0ng");
    expect(wrong).not.toBe(address);
    const attempt = SparkConnection.open(wrong);
    await expect(attempt).rejects.toMatchObject({
      code: "DATABASE",
      message: expect.stringContaining("does not accept the token"),
    });
    await expect(attempt).rejects.not.toThrow("wr0ng");
  });

  it("an executor that is killed, and a connection that is cut again and again: the same model", async () => {
    const proxy = await CuttingProxy.to(address);
    const executors = (process.env.COPPICE_SPARK_WORKERS ?? "")
      .split(",")
      .flatMap((pid) => executorsOf(Number(pid)));
    expect(executors.length).toBeGreaterThan(0);
    let requests = 0;
    try {
      const model = await disturbed(proxy.address, () => {
        if (requests++ === 1) process.kill(executors[0], "SIGKILL");
        proxy.cut();
      });
      expect(model).toBe(memory());
      expect(proxy.cuts).toBeGreaterThan(2);
    } finally {
      proxy.close();
    }
    await cluster.expectNothingLeft();
  });

  it("a worker that is killed with its executor: the other one ends in the same model", async () => {
    const workers = (process.env.COPPICE_SPARK_WORKERS ?? "").split(",").map(Number);
    const worker = workers.find((pid) => executorsOf(pid).length > 0);
    expect(worker).toBeDefined();
    let requests = 0;
    const model = await disturbed(address, () => {
      if (requests++ !== 1) return;
      const executors = executorsOf(worker!);
      // First the one that would start another executor. The cluster starts it again, for the next tests.
      for (const pid of [worker!, ...executors]) process.kill(pid, "SIGKILL");
    });
    expect(requests).toBeGreaterThan(2);
    expect(model).toBe(memory());
    await cluster.expectNothingLeft();
  });
});

/** The executors that a worker has started; other children of it have ended, and are only not forgotten. */
function executorsOf(worker: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, after] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) . /);
        const isOwn = Number(after.split(" ")[0]) === worker;
        return isOwn && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("ExecutorBackend");
      } catch {
        return false;
      }
    });
}
