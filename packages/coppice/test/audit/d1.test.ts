import { expect, it } from "vitest";
import { answer, describeAudit, fitted, sets, table } from "./command.js";

const lossOf = (k: number) => `loss=[[0,${k}],[${k},0]]`;

describeAudit("D1: the unit of a loss has no effect", () => {
  it.each(["c45", "cart"])("%s grows the same tree", async (learner) => {
    const shape = async (k: number) => (await fitted("pima-diabetes", learner, lossOf(k))).nodes.length;
    const one = await shape(1);
    expect([await shape(10), await shape(0.1)]).toEqual([one, one]);
    // The same problem as without a loss: 20 leaves of 39 nodes is J48's tree.
    if (learner === "c45") expect(one).toBe(39);
  });

  it("c45rules finds the same rules", async () => {
    const sizes = await Promise.all(
      [1, 10, 0.1].map(async (k) => {
        const run = ["--learner", "c45rules", ...sets(lossOf(k))];
        return (await answer("fit", ...table("pima-diabetes"), ...run)).size;
      }),
    );
    expect(new Set(sizes.map((size) => JSON.stringify(size))).size).toBe(1);
  });

  it("evaluate's cost is in the unit, its trees are not", async () => {
    const judged = (loss: string) =>
      answer("evaluate", ...table("pima-diabetes"), "--learner", "c45", "--folds", "5", ...sets(loss));
    const large = await judged("loss=[[0,1],[5,0]]");
    const small = await judged("loss=[[0,0.2],[1,0]]");
    expect(small.size).toEqual(large.size);
    expect(5 * (small.expectedCost as number)).toBeCloseTo(large.expectedCost as number, 9);
  });

  it("gains stay within log2 of the classes", async () => {
    const classes = 7;
    const costs = Array.from({ length: classes }, (_, i) =>
      Array.from({ length: classes }, (_, j) => (i === j ? 0 : 1 + i)),
    );
    const { nodes } = await fitted("glass", "cart", "criterion=entropy", `loss=${JSON.stringify(costs)}`);
    expect(Math.max(...nodes.map(({ gain = 0 }) => gain))).toBeLessThanOrEqual(Math.log2(classes));
  });

  it("acceptableError is a share of misclassified rows", async () => {
    const { nodes } = await fitted("pima-diabetes", "c45", lossOf(0.1), "acceptableError=0.2");
    expect(nodes.length).toBeGreaterThan(1);
  });
});
