import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../../coppice/src/cli/testIo.js";
import { folder } from "../../coppice/test/kit/folder.js";

const { at, put, text } = folder();

const LINES = Array.from({ length: 80 }, (_, i) => {
  const amount = (i * 37) % 50;
  return `${amount},${["red", "it's"][i % 2]},${amount > 20 !== (i % 2 === 0) ? "yes" : "no"}`;
});

beforeAll(() => {
  put("t.csv", ["amount,kind,y", ...LINES].join("\n"));
  put("other.csv", ["amount,kind,y", "3,red,no", ...LINES].join("\n"));
  // The same but for two amounts that change places, and the same in another order.
  const [first, second, ...rest] = LINES;
  const [swapped, other] = [first.replace(/^\d+/, "37"), second.replace(/^\d+/, "0")];
  put("swapped.csv", ["amount,kind,y", swapped, other, ...rest].join("\n"));
  put("shuffled.csv", ["amount,kind,y", second, first, ...rest].join("\n"));
});

describe.each([
  ["gradientBoost", "rounds", "maxLeaves=3"],
  ["forest", "trees", "maxDepth=2"],
])("checkpoints of %s whose rows stay in DuckDB", (learner, count, size) => {
  const asked = ["--target", "y", "--learner", learner, "--set", `${count}=5`, "--set", size, "--push-down"];
  const fit = async (out: string, ...flags: readonly string[]) => {
    const ran = await runHere("fit", `duckdb:${at("t.csv")}`, ...asked, ...flags, "--out", at(out));
    expect(ran.code, ran.err).toBe(0);
    return text(out);
  };

  it("lead to the model of an uninterrupted run, and belong to its rows", async () => {
    const file = at(`${learner}.ckpt`);
    const whole = await fit("whole.json");
    // The last one has 4 of 5.
    expect(await fit("kept.json", "--checkpoint", file, "--every", "2")).toBe(whole);
    expect(JSON.parse(readFileSync(file, "utf8")).members.trees.starts.length - 1).toBe(4);
    expect(await fit("resumed.json", "--checkpoint", file, "--resume", "--every", "100")).toBe(whole);
    for (const name of ["other", "swapped", "shuffled"]) {
      const again = [`duckdb:${at(`${name}.csv`)}`, ...asked, "--checkpoint", file, "--resume"];
      const ran = await runHere("fit", ...again);
      expect(ran, name).toMatchObject({
        code: 1,
        err: expect.stringContaining("its rows or columns differ"),
      });
    }
  });
});
