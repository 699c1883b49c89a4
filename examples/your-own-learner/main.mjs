import { accuracy, columnOf, fit, predict, selectRows, sizeOf, stratifiedFolds, treeLearner } from "coppice";
import { led } from "coppice/synthetic";

const careful = treeLearner({
  name: "careful",
  summary: "entropy, one level against the rest, only tests that are significant at 1%",
  tasks: ["classification"],
  answers: {
    nominal: "oneHot", // how many branches?
    criterion: "entropy", // which test?
    significance: 0.01, // when to stop?
    minLeaf: 5,
    collapse: true, // how to prune?
    missing: "share", // what about missing data?
  },
});

const table = led({ rows: 600, seed: 7, irrelevant: 17 });
const target = "class";
const truth = columnOf(table, target).codes;
const folds = stratifiedFolds(truth, 10, 1);

for (const learner of [careful, "cart", "c45", "oneR"]) {
  const labels = new Int32Array(table.rows);
  let nodes = 0;
  for (let fold = 0; fold < 10; fold++) {
    const rows = [...folds.keys()];
    const test = rows.filter((row) => folds[row] === fold);
    const train = rows.filter((row) => folds[row] !== fold);
    const model = fit(selectRows(table, train), { target, learner });
    nodes += sizeOf(model).nodes / 10;
    predict(model, selectRows(table, test)).codes.forEach((code, i) => {
      labels[test[i]] = code;
    });
  }
  const name = typeof learner === "string" ? learner : learner.name;
  console.log(`${name.padEnd(8)} accuracy ${accuracy(truth, labels).toFixed(3)}, ${nodes.toFixed(1)} nodes`);
}
