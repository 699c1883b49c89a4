import { afterAll, beforeAll, expect, it } from "vitest";
import { runHere } from "../../../coppice/src/cli/testIo.js";
import { folder } from "../../../coppice/test/kit/folder.js";
import { allRows } from "../../src/connection/results.js";
import { describeOnCluster } from "./cluster.js";

const ROWS = Array.from({ length: 90 }, (_, i) => {
  const amount = (i * 37) % 50;
  return { id: i, amount, kind: ["red", "blue"][i % 2], y: amount > 20 !== (i % 2 === 0) ? "yes" : "no" };
});
const FROM = `SELECT * FROM (VALUES ${ROWS.map(({ id, amount, kind, y }) => `(${id}, ${amount}, '${kind}', '${y}')`).join(", ")}) AS v(id, amount, kind, y)`;

describeOnCluster("commands on a Spark cluster", (cluster) => {
  const { at, put, text } = folder();
  const { address } = cluster;
  beforeAll(() => {
    const lines = ROWS.map(({ id, amount, kind, y }) => `${id},${amount},${kind},${y}`);
    put("t.csv", ["id,amount,kind,y", ...lines, ""].join("\n"));
  });
  afterAll(() => cluster.connection?.run("DROP TABLE IF EXISTS predicted"));

  async function fit(path: string, ...flags: readonly string[]): Promise<string> {
    const out = at("m.json");
    const ran = await runHere("fit", path, "--target", "y", "--row-key", "id", ...flags, "--out", out);
    expect(ran.code, ran.err).toBe(0);
    return text("m.json");
  }

  it.each([
    ["gradientBoost", "rounds", "maxLeaves=2"],
    ["forest", "trees", "maxDepth=1"],
  ])("a client that is started again goes on: %s", async (learner, count, size) => {
    const checkpoint = `${learner}.ckpt`;
    const asked = ["--learner", learner, "--set", `${count}=3`, "--set", size];
    const there = ["--from", FROM, "--way", "batch", "--checkpoint", at(checkpoint), "--every", "2"];
    const memory = await fit(at("t.csv"), ...asked, "--assess", "none");
    expect(await fit(`spark:${address}`, ...asked, ...there)).toBe(memory);
    expect(JSON.parse(text(checkpoint)).members.trees.starts.length - 1).toBe(2);
    expect(await fit(`spark:${address}`, ...asked, ...there, "--resume")).toBe(memory);
  });

  it("predicts into a table", async () => {
    await fit(at("t.csv"), "--learner", "cart", "--assess", "none");
    const into = ["--from", FROM, "--key", "id", "--into", `spark:${address}#predicted`];
    const predict = (...flags: string[]) =>
      runHere("predict", at("m.json"), `spark:${address}`, ...into, ...flags);
    const first = await predict();
    expect(first.code, first.err).toBe(0);
    const here = (await runHere("predict", at("m.json"), at("t.csv"))).out.trim().split("\n").slice(1);
    const found = await allRows(cluster.connection, "SELECT prediction FROM predicted ORDER BY id");
    expect(found.texts(0)).toEqual(here.map((line) => line.split(",").at(-1)));
    expect(await predict()).toMatchObject({ code: 1, err: expect.stringContaining("--force") });
    expect((await predict("--force")).code).toBe(0);
  });

  it("evaluates what it pulls", async () => {
    const asked = ["--target", "y", "--row-key", "id", "--learner", "c45", "--folds", "3", "--json"];
    const there = await runHere("evaluate", `spark:${address}`, "--from", `${FROM} ORDER BY id`, ...asked);
    expect(there.code, there.err).toBe(0);
    const here = await runHere("evaluate", at("t.csv"), ...asked);
    const figures = (text: string) => ({ ...JSON.parse(text), seconds: undefined });
    expect(figures(there.out)).toEqual(figures(here.out));
  });
});
