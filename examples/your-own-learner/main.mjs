import { treeLearner } from "coppice/engine";
import { crossValidate } from "coppice/evaluate";
import { led } from "coppice/synthetic";

const careful = treeLearner({
  name: "careful",
  summary: "entropy, one level against the rest, only splits that are significant at 1%",
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

for (const learner of [careful, "cart", "c45", "oneR"]) {
  const { accuracy, size } = await crossValidate(table, { target: "class", learner, folds: 10 });
  const name = typeof learner === "string" ? learner : learner.name;
  console.log(`${name.padEnd(8)} accuracy ${accuracy.toFixed(3)}, ${size.nodes.toFixed(1)} nodes`);
}
