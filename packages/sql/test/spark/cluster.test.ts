import { bytesOf, fitSync, type Model, readSource, saveModel } from "coppice";
import { readTable } from "coppice/node";
import { expect, it } from "vitest";
import { spark } from "../../src/dialect/spark.js";
import { SparkConnection } from "../../src/spark/connection.js";
import { describeOnCluster } from "./cluster.js";
import { CuttingProxy } from "./cuttingProxy.js";

/** A mixed table with gaps; every name would end a statement if it were not quoted. */
const NAME = { amount: "a'mo`unt; --", kind: 'k"ind', target: "select" } as const;

function cells(rows: number) {
  const at = (i: number, k: number) => (Math.imul(i + 1, 2654435761 + k * 40503) >>> 9) % 1000;
  return Array.from({ length: rows }, (_, i) => {
    const amount = at(i, 1) < 50 ? null : at(i, 2) / 8;
    const kind = at(i, 3) < 30 ? null : `l'${at(i, 4) % 40}\\`;
    const isYes = (amount ?? 60) > 50 !== at(i, 4) % 40 > 12;
    return { amount, kind, target: isYes !== at(i, 5) < 80 ? "yes; drop" : "no" };
  });
}

async function textOf(model: Model): Promise<string> {
  return new TextDecoder().decode(await saveModel(model, { format: "json", gzip: false }));
}

describeOnCluster("a Spark cluster", (cluster) => {
  const { address } = cluster;
  const rows = cells(300);

  /** The rows as a relation of literals: what a user's own table would be. */
  function tableSql(): string {
    const text = (value: string | null) => (value === null ? "CAST(NULL AS STRING)" : spark.text(value));
    const lines = rows.map(
      ({ amount, kind, target }, i) =>
        `(${i}, ${amount === null ? "CAST(NULL AS DOUBLE)" : spark.double(amount)}, ${text(kind)}, ${text(target)})`,
    );
    const [a, k, t] = [NAME.amount, NAME.kind, NAME.target].map(spark.identifier);
    return `SELECT a AS ${a}, k AS ${k}, t AS ${t} FROM (VALUES ${lines.join(",")}) AS v(i, a, k, t) ORDER BY i`;
  }

  it("hands over a query, from which the same model is learned as from the table", async () => {
    const read = await readTable(`spark:${address}`, { from: tableSql() });
    const named = rows.map(({ amount, kind, target }) => ({
      [NAME.amount]: amount,
      [NAME.kind]: kind,
      [NAME.target]: target,
    }));
    const same = await readSource(bytesOf("rows.json", new TextEncoder().encode(JSON.stringify(named))));
    const options = { target: NAME.target, seed: 3 };
    expect(await textOf(fitSync(read, options))).toBe(await textOf(fitSync(same, options)));
  });

  it("streams a large result in order, in one piece, although the connection is cut again and again", async () => {
    const proxy = await CuttingProxy.to(address);
    const through = await SparkConnection.open(proxy.address, {
      policy: { most: 15, first: 10, times: 2, longest: 500 },
    });
    try {
      let next = 0;
      for await (const batch of through.stream("SELECT id FROM range(0, 1000000, 1, 4)")) {
        const [ids] = batch.columns;
        if (ids.kind !== "numbers") throw new Error("numbers were expected");
        for (const id of ids.values) if (id !== next++) throw new Error(`${id} in place of ${next - 1}`);
        if (next % 3 === 0) proxy.cut();
      }
      expect(next).toBe(1_000_000);
      expect(proxy.cuts).toBeGreaterThan(2);
    } finally {
      await through.close();
      proxy.close();
    }
  });

  it("says what is wrong with a statement and a table", async () => {
    await expect(cluster.connection.run("SELEC 1")).rejects.toMatchObject({
      code: "DATABASE",
      message: expect.stringContaining("PARSE_SYNTAX_ERROR"),
    });
    await expect(readTable(`spark:${address}#no.such`)).rejects.toMatchObject({
      code: "DATABASE",
      message: expect.stringContaining("TABLE_OR_VIEW_NOT_FOUND"),
    });
    await expect(readTable(`spark:${address}`)).rejects.toMatchObject({ code: "USAGE" });
  });

  it("stops when it is told to, and can be used again", async () => {
    const running = cluster.connection.rows("SELECT count(*) FROM range(100000000000) WHERE hash(id) = 3");
    setTimeout(() => cluster.connection.interrupt(), 1500);
    await expect(running).rejects.toMatchObject({ code: "ABORTED" });
    const [{ columns }] = await cluster.connection.rows("SELECT 7 AS seven");
    expect(columns[0]).toEqual({ kind: "numbers", values: Float64Array.of(7) });
  });
});
