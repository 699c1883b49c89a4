import { type Model, predict } from "coppice";

/** A module that loads a model and predicts one row: names and cells are data, and so written as JSON. */
export function loadingCode(
  model: Model,
  file: string,
  cells: Readonly<Record<string, string | number | null>>,
): string {
  const literal = (value: unknown) =>
    JSON.stringify(value, null, 2).replace(/[\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`);
  const answer = predict(model, new Map(Object.entries(cells)), { unknownKeys: "ignore" });
  return `// Predicts with ${file}, which must be beside this file: npm install coppice, then node this file.
// The command does the same for a table: npx coppice predict ${file} table.csv
import { readFileSync } from "node:fs";
import { parseModel, predict } from "coppice/predict";

const model = parseModel(JSON.parse(readFileSync(new URL("./${file}", import.meta.url), "utf8")));

const row = ${literal(cells)};

const answer = predict(model, new Map(Object.entries(row)), { unknownKeys: "ignore" });
console.log(${answer.kind === "classification" ? "answer.label, answer.probabilities" : "answer.value"});
`;
}
