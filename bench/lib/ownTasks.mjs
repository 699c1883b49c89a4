// What is measured on anybody's table. The targets are those of tables with nominal attributes of the sizes that people have.
import {
  adaBoostC45,
  adaBoostCart,
  bagging,
  boost,
  boosters,
  cart,
  defaultCart,
  extraTrees,
  forest,
  INTELEX,
  NO_TARGET,
  SKLEARN,
} from "./fileLearners.mjs";

/** Every rival's prediction and memory are shown, with or without a target. */
export function ownTasks({ name: table, files, isClasses }) {
  const named = (learner, task) => ({ name: `${table}/${learner}`, ...task });
  const tasks = [
    named("cart", { ...cart, least: { [SKLEARN]: 2, YDF: 2 } }),
    defaultCart(table),
    named("forest", { ...forest, least: { [SKLEARN]: 3, [INTELEX]: 1.5, YDF: 5, ranger: NO_TARGET } }),
    named("extraTrees", { ...extraTrees, least: { [SKLEARN]: 3, [INTELEX]: NO_TARGET } }),
    named("boost", { ...boost, least: { ...boosters(1.2), YDF: NO_TARGET } }),
    named("bagging", bagging),
    ...(isClasses ? [named("adaBoost-c45", adaBoostC45), named("adaBoost", adaBoostCart)] : []),
  ];
  return tasks.map((task) => {
    const shown = Object.fromEntries(Object.keys(task.least).map((rival) => [rival, NO_TARGET]));
    const leastMemory = { ...shown, ...task.leastMemory };
    return { ...task, table, files, how: "file", leastPredict: shown, leastMemory };
  });
}
