import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { bundledCommand } from "../../test/bundledCommand.js";
import { folder } from "../../test/kit/folder.js";
import { isDeep } from "../../test/kit/length.js";
import { led } from "../synthetic/index.js";
import { onlyJson, runHere } from "./testIo.js";
import { csvOf } from "./testTables.js";

it("two threads of the command give the answer of one", async () => {
  const files = folder();
  const script = await bundledCommand(files, "coppice", {
    workers: ["foldWorker", "treeWorker", "teamWorker"],
  });
  const table = files.put("led.csv", csvOf(led({ rows: 120, seed: 5 })));
  const both = async (verb: string, ...more: string[]) => {
    const args = [verb, table, "--target", "class", "--type", "class=nominal", "--json", ...more];
    const { seconds: _, ...one } = onlyJson(await runHere(...args, "--threads", "1"));
    const text = execFileSync(process.execPath, [script, ...args, "--threads", "2"], { encoding: "utf8" });
    const { seconds: __, ...two } = JSON.parse(text);
    expect(two).toEqual(one);
    return one;
  };
  await both("evaluate", "--predictions");
  // One fit is all there is to do: the threads work on it together.
  for (const way of [["--holdout", "0.4"], ...(isDeep ? [["--test", table], ["--resubstitution"]] : [])])
    await both("evaluate", ...way, "--learner", "forest", "--set", "trees=9", "--predictions");
  await both("fit");
});
