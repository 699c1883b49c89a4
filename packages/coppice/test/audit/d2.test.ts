import { expect, it } from "vitest";
import { runHere } from "../../src/cli/testIo.js";
import { describeAudit, errorCode, numbersOf, predictions, scratch, sets, table } from "./command.js";

/** The largest error on the training rows; or the error code if it cannot be bounded. */
async function worst(name: string, target: string, ...settings: string[]): Promise<number | string> {
  const out = scratch(`${name}-bound.json`);
  const ran = await runHere("fit", ...table(name), ...sets(...settings), "--out", out);
  const code = errorCode(ran);
  if (code !== undefined) return code;
  const predicted = await predictions(out, table(name)[0]);
  const truth = await numbersOf(name, target);
  return Math.max(...predicted.map((text, row) => Math.abs(Number(text) - truth[row]) || 0));
}

describeAudit("D2: a bound on the worst error holds", () => {
  it.each([
    ["auto-mpg", 2],
    ["airfoil", 3],
    ["car90", 2000],
  ])("%s: no training row is off by more than %i", async (name, bound) => {
    const schema = table(name)[2];
    const { target } = JSON.parse((await import("node:fs")).readFileSync(schema, "utf8"));
    const found = await worst(name, target, "criterion=worstError", `acceptableError=${bound}`);
    expect(found).toBeTypeOf("number");
    expect(found as number).toBeLessThanOrEqual(bound * (1 + 1e-9));
  });

  it("missing=share keeps it, or is rejected", async () => {
    const bounded = ["criterion=worstError", "acceptableError=2", "missing=share"];
    const found = await worst("auto-mpg", "class", ...bounded);
    if (typeof found === "string") expect(found).toBe("OPTION_CONFLICT");
    else expect(found).toBeLessThanOrEqual(2 + 1e-9);
  });
});
