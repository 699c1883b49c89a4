import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawText } from "coppice/draw";
import { fit, parseModel, predict, readTable, writeWhole } from "coppice/node";

// Learn once …
const { table } = await readTable(fileURLToPath(new URL("loans.csv", import.meta.url)));
const learned = await fit(table, { target: "repaid", options: { maxDepth: 2 } });
console.log(drawText(learned));

// … save the model. It is plain JSON, and is written atomically.
const file = join(tmpdir(), `coppice-loans-${process.pid}.json`);
await writeWhole(file, JSON.stringify(learned));

// In another program: load it. parseModel checks it; its error for an invalid model names what is wrong.
const model = parseModel(JSON.parse(await readFile(file, "utf8")));
await rm(file);

// New rows are plain objects. The target is not needed; absent attributes are missing.
const answer = predict(model, [
  { income: 26, home: "rent" },
  { income: 60, years: 2, home: "houseboat" },
]);
for (const { message } of answer.warnings) console.log("warning:", message);

answer.labels.forEach((label, row) => {
  const share = answer.probabilities[label][row];
  console.log(`row ${row}: ${label} (${(100 * share).toFixed(0)}%)`);
});
