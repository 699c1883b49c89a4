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

// … save the model. It is plain JSON, and is written whole or not at all.
const file = join(tmpdir(), `coppice-loans-${process.pid}.json`);
await writeWhole(file, JSON.stringify(learned));

// Elsewhere: load it. parseModel checks it and says what is wrong with a broken one.
const model = parseModel(JSON.parse(await readFile(file, "utf8")));
await rm(file);

// New rows come as the program has them. The target is not needed; what a row does not name is missing.
const answer = predict(model, [
  { income: 26, home: "rent" },
  { income: 60, years: 2, home: "houseboat" },
]);
for (const { message } of answer.warnings) console.log("warning:", message);

answer.labels.forEach((label, row) => {
  const share = answer.probabilities[label][row];
  console.log(`row ${row}: ${label} (${(100 * share).toFixed(0)}%)`);
});
