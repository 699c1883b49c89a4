import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runHere } from "../../src/cli/testIo.js";
import { csvOf } from "../../src/cli/testTables.js";
import { tennis } from "../../src/synthetic/index.js";
import { errorCode, type Fitted, scratch } from "./command.js";

describe("D12: attributes that cost nothing", () => {
  it("are compared by their gain, or rejected", async () => {
    const [csv, out] = [scratch("tennis.csv"), scratch("tennis.json")];
    writeFileSync(csv, csvOf(tennis()));
    const costs = 'attributeCosts={"Humidity":0,"Temperature":0}';
    const flags = ["--target", "Play", "--learner", "id3", "--set", costs, "--out", out];
    const ran = await runHere("fit", csv, ...flags);
    if (ran.code !== 0) {
      expect(["COST_INVALID", "OPTION_RANGE"]).toContain(errorCode(ran));
      return;
    }
    // Humidity gains 0.152, Temperature 0.029.
    const { nodes, attributes }: Fitted = JSON.parse(readFileSync(out, "utf8"));
    expect(attributes[nodes[0].test!.attribute].name).toBe("Humidity");
  });
});
