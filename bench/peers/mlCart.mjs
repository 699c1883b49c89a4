// One reading of ml-cart, if it is installed: node mlCart.mjs '<spec>'.
import { DecisionTreeClassifier } from "ml-cart";
import { loadTable } from "../lib/store.mjs";

const spec = JSON.parse(process.argv[2]);
const rowsOf = ({ rows, columns }) =>
  Array.from({ length: rows }, (_, row) => columns.slice(0, -1).map((column) => column.values[row]));
const table = loadTable(spec.table);
const [x, y] = [rowsOf(table), Array.from(table.columns.at(-1).codes)];
const start = performance.now();
const model = new DecisionTreeClassifier({ gainFunction: "gini", maxDepth: 100, minNumSamples: 1 });
model.train(x, y);
const fits = [(performance.now() - start) / 1000];
const test = loadTable(spec.test);
const answer = model.predict(rowsOf(test));
const truth = test.columns.at(-1).codes;
console.log(
  JSON.stringify({ fits, score: answer.filter((label, row) => label === truth[row]).length / test.rows }),
);
