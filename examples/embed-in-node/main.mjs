import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bytesOf, drawText, fit, parseModel, predict, readSource, readTable, writeWhole } from "coppice/node";

// Learn once …
const { table } = await readTable(fileURLToPath(new URL("loans.csv", import.meta.url)));
const learned = fit(table, { target: "repaid", learner: "cart", options: { maxDepth: 2 } });
console.log(drawText(learned));

// … save the model. It is plain JSON, and is written whole or not at all.
const file = join(tmpdir(), `coppice-loans-${process.pid}.json`);
await writeWhole(file, JSON.stringify(learned));

// Elsewhere: load it. parseModel checks it and says what is wrong with a broken one.
const model = parseModel(JSON.parse(await readFile(file, "utf8")));
await rm(file);

// New rows can come from memory too. The target is not needed; an empty cell is missing.
const fresh = await readSource(bytesOf("fresh.csv", "income,years,home\n26,,rent\n60,2,houseboat\n"), {
  schema: { columns: model.attributes.map(({ name, type }) => ({ name, type })) },
});
const answer = predict(model, fresh.table);
for (const { message } of answer.warnings) console.log("warning:", message);

const classes = model.target.levels;
answer.labels.forEach((label, row) => {
  const share = answer.probabilities[row * classes.length + label];
  console.log(`row ${row}: ${classes[label]} (${(100 * share).toFixed(0)}%)`);
});
