import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onlyJson, runHere } from "./testIo.js";

let folder: string;
const at = (name: string) => join(folder, name);

/** 60 rows: x tells the class but for every seventh row; z tells nothing. */
function csv(): string {
  const rows = Array.from({ length: 60 }, (_, i) => {
    const isHigh = i >= 30 !== (i % 7 === 0);
    return `${i},${(i * 37) % 11},${i % 3 === 0 ? "a" : "b"},${isHigh ? "high" : "low"}`;
  });
  return ["x,z,kind,level", ...rows, ""].join("\n");
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "coppice-prune-"));
  writeFileSync(at("t.csv"), csv());
  const fit = ["fit", at("t.csv"), "--target", "level", "--set", "prune=none"];
  await runHere(...fit, "--out", at("m.json"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const prune = (...more: string[]) => runHere("prune", at("m.json"), ...more);

describe("prune", () => {
  it("shows the sequence to choose from", async () => {
    const ran = await prune("--by", "costComplexity");
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toMatch(/alpha {2}splits {4}error/);
    expect(ran.out).toContain("choose one: --set alpha");
    const { pruning, before, size } = onlyJson(await prune("--by", "costComplexity", "--json"));
    expect((pruning as object[])[0]).toMatchObject({ splits: 0, error: 1 });
    expect(before).toEqual(size);
  });

  it("chooses by cross-validation, writes the tree, and draws the table", async () => {
    const ran = await prune(
      at("t.csv"),
      "--by",
      "costComplexity",
      "--out",
      at("p.json"),
      "--plot",
      at("p.svg"),
    );
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toMatch(/\* .* 0\.\d+/);
    expect(ran.out).toContain("cross error");
    expect(ran.out).toContain("error relative to the root");
    expect(ran.out).toMatch(/leaves, depth \d+ before; 3 nodes, 2 leaves, depth 1 now/);
    expect(readFileSync(at("p.svg"), "utf8")).toContain("<title>Pruning the tree for level</title>");
    const model = JSON.parse(readFileSync(at("p.json"), "utf8"));
    expect(model.nodes.length).toBe(3);
    const shown = await runHere("show", at("p.json"));
    expect(shown.code).toBe(0);
  });

  it("prunes by the other methods", async () => {
    for (const by of ["errorBased", "reducedError", "mergeLeaves", "mdl", "chiSquared"]) {
      const { size, before } = onlyJson(await prune(at("t.csv"), "--by", by, "--json")) as {
        size: { leaves: number };
        before: { leaves: number };
      };
      expect(size.leaves).toBeLessThanOrEqual(before.leaves);
    }
    const ran = await prune("--by", "errorBased", "--set", "raising=false");
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("keep it: add --out");
  });

  it("prunes by hand", async () => {
    const answer = onlyJson(await prune("--node", "1", "--json"));
    expect(answer).toMatchObject({ by: "hand", node: "1" });
    const root = onlyJson(await prune("--node", "root", "--json"));
    expect(root).toMatchObject({ node: "root", size: { nodes: 1, leaves: 1, depth: 0 } });
  });

  it("is shown by fit", async () => {
    const fit = ["fit", at("t.csv"), "--target", "level", "--set", "prune=costComplexity"];
    const ran = await runHere(...fit);
    expect(ran.out).toMatch(/^ {2,}\* .* 1 /m);
    expect(onlyJson(await runHere(...fit, "--json")).pruning).toBeInstanceOf(Array);
  });

  it("says what is wrong", async () => {
    const fails = async (exit: number, message: string, ...args: string[]) => {
      const ran = await prune(...args);
      expect(ran.code).toBe(exit);
      expect(ran.err).toContain(message);
    };
    await fails(2, "USAGE: say how to prune: --by with a method, --node with the path of a node, or --hard");
    await fails(2, "USAGE: say how to prune", "--by", "mdl", "--node", "1");
    await fails(2, "OPTION_RANGE: --by must be one of costComplexity", "--by", "mdll");
    await fails(2, 'did you mean "mdl"?', "--by", "mdll");
    await fails(2, "OPTION_RANGE: --node must be branch numbers such as 0.1.0, or root", "--node", "a.b");
    await fails(2, "OPTION_CONFLICT: --plot draws the sequence", "--by", "mdl", "--plot", at("q.svg"));
    await fails(1, "NODE_UNKNOWN: there is no test to remove at 7", "--node", "7");
    await fails(1, "PRUNE_ROWS: prune=reducedError needs a table", "--by", "reducedError");
    await fails(1, "PRUNE_ROWS: choosing the size", "--by", "costComplexity", "--out", at("q.json"));
    const both = await runHere("prune", "-", "-", "--by", "reducedError");
    expect(both.err).toContain("cannot both come from standard input");
  });
});
