import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../../../scripts/lib/root.mjs";
import { runHere } from "../../src/cli/testIo.js";
import { describeAudit, fitted, sets, table } from "./command.js";

describeAudit("D4: leaf=mean with other criteria", () => {
  it.each(["absoluteError", "worstError"])("%s gives every node a finite value", async (criterion) => {
    const { nodes } = await fitted("cpu", "cart", `criterion=${criterion}`, "leaf=mean", "prune=none");
    expect(nodes.length).toBeGreaterThan(1);
    for (const { value } of nodes) expect(value).toSatisfy(Number.isFinite);
  });

  it("midrange is accepted, or the docs do not mention it", async () => {
    const docs = readFileSync(join(root, "docs/learners.md"), "utf8");
    const ran = await runHere("fit", ...table("cpu"), ...sets("criterion=worstError", "leaf=midrange"));
    if (ran.code !== 0) expect(docs).not.toContain("`midrange`");
  });
});
