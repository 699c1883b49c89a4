import { type Model, predict } from "coppice";

/** Marks that end a line, reorder text or cannot be seen. */
const INVISIBLE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * A module that loads a model and predicts one row: names and cells are data, and so written as JSON; pairs, because a key
 * called __proto__ would be none.
 */
export function loadingCode(
  model: Model,
  file: string,
  cells: Readonly<Record<string, string | number | null>>,
): string {
  const literal = (value: unknown) =>
    JSON.stringify(value).replace(INVISIBLE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const pairs = Object.entries(cells).map((pair) => `  ${literal(pair)},`);
  const answer = predict(model, new Map(Object.entries(cells)), { unknownKeys: "ignore" });
  return `// Predicts with ${file}, which must be beside this file: npm install coppice, then node this file.
// The command does the same for a table: npx coppice predict ${file} table.csv
import { readFileSync } from "node:fs";
import { parseModel, predict } from "coppice/predict";

const model = parseModel(JSON.parse(readFileSync(new URL("./${file}", import.meta.url), "utf8")));

const row = new Map([
${pairs.join("\n")}
]);

const answer = predict(model, row, { unknownKeys: "ignore" });
console.log(${answer.kind === "classification" ? "answer.label, answer.probabilities" : "answer.value"});
`;
}
