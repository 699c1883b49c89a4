import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runHere } from "../../src/cli/testIo.js";
import { describeAudit, fitted, scratch, sets, table } from "./command.js";

const pima = (...more: string[]) => runHere("fit", ...table("pima-diabetes"), ...more);

describeAudit("D13: messages", () => {
  it("show the invalid value", async () => {
    const costs = await pima(...sets('attributeCosts={"plas":-5}'));
    expect(costs.code).not.toBe(0);
    expect(costs.err).not.toContain("[object Object]");
    expect(costs.err).toContain("-5");
    const loss = await pima(...sets("loss=[[0,-1],[5,0]]"));
    expect(loss.code).not.toBe(0);
    expect(loss.err).not.toContain("got 0,-1,5,0");
    expect(loss.err).toContain("-1");
  });

  it("show a loss matrix as a matrix if boosting rejects it", async () => {
    const ran = await pima("--learner", "gradientBoost", ...sets("loss=[[0,-1],[5,0]]", "rounds=5"));
    expect(ran.code).not.toBe(0);
    expect(ran.err).not.toContain("got 0,-1,5,0");
    expect(ran.err).toContain("-1");
  });

  it("use the singular for one whole number", async () => {
    const csv = scratch("constant.csv");
    writeFileSync(csv, "x,z,y\n1.5,2,3\n2.5,7,3\n3.5,1,3\n");
    const ran = await runHere("fit", csv, "--target", "y");
    expect(ran.err).not.toContain("1 whole numbers");
  });

  it("give gains without the tie-breaker", async () => {
    const { nodes } = await fitted("cpu", "cart", "criterion=worstError", "prune=none", "maxDepth=3");
    // Targets are whole numbers, so that worst errors and their differences are halves.
    for (const { gain } of nodes)
      if (gain !== undefined) expect(Math.abs(2 * gain - Math.round(2 * gain))).toBe(0);
    expect(nodes[0].gain).toBe(315);
  });

  it("warn about priors of classes without rows", async () => {
    const priors = 'priors={"<50":0.4,">50_1":0.3,">50_2":0.1,">50_3":0.1,">50_4":0.1}';
    const ran = await runHere("fit", ...table("heart-c"), ...sets(priors));
    expect(ran.err).toMatch(/prior/i);
  });
});
