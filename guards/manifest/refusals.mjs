/** The refusals of the library: options that are out of range, requests and tables that make no sense, models that are broken. */
import { refusalText } from "./fits.mjs";
import { modelFaults } from "./modelFaults.mjs";
import { requestFaults } from "./requestFaults.mjs";
import { tableNamed } from "./tables.mjs";
import { BASE, fulfilling } from "./values.mjs";

/** Every refusal as `{ key, quick, attempt }`; the attempt is made with the product, and should throw. */
export function refusalCases(product) {
  const { learners } = product.node;
  const seen = new Set();
  const cases = [
    ...learners.flatMap((learner) => optionFaults(product, learner, seen)),
    ...learners.flatMap(idleOptions(product)),
    ...requestFaults(product),
    ...modelFaults(product),
  ];
  return [...new Map(cases.map((one) => [one.key, { quick: false, ...one }])).values()];
}

export async function refusalOutcome({ attempt }) {
  let text = "accepted";
  try {
    await attempt();
  } catch (error) {
    text = refusalText(error);
  }
  return { text, detail: () => text };
}

/** Learners share options: a learner's own are those with another rule or default. */
function optionFaults({ node, engine }, learner, seen) {
  return node.describeOptions(learner).flatMap((option) => {
    const { name, rule } = option;
    const isKnown = seen.has(`${name} ${rule}`);
    seen.add(`${name} ${rule}`);
    if (isKnown) return [];
    return wrongValues(option).map((value) => ({
      key: `option ${learner.name} ${name}=${JSON.stringify(value)}`,
      quick: true,
      attempt: () => engine.checkOptions(learner, { [name]: value }),
    }));
  });
}

/** Below, beyond and between what is allowed, and of other types. */
function wrongValues({ name, type, min, max, choices }) {
  const values = ["wrong", null, Number.NaN, { wrong: 1 }, [1]];
  if (choices) return [`${choices[0]}x`, choices[0].toUpperCase(), 1, ...values.slice(1, 2)];
  if (type === "boolean") return ["true", 1, null];
  if (type === "integer") values.push(1.5, "3");
  if (type !== "integer") values.push(-1, 0, 2 ** 53);
  if (min !== undefined) values.push(min - 1, min);
  if (max !== undefined) values.push(max, max + 1);
  if (name === "loss")
    values.push(
      [[0, 1]],
      [
        [0, -1],
        [1, 0],
      ],
    );
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Options that have no effect under the other settings. */
const idleOptions = (product) => (learner) =>
  learner.tasks.flatMap((task) => {
    const facts = product.node.describeOptions(learner);
    const usual = { ...Object.fromEntries(facts.map((one) => [one.name, one.default])) };
    return facts
      .filter(({ appliesWhen }) => appliesWhen !== undefined && needs(appliesWhen, task, usual))
      .map(({ name, choices, type, min, default: value }) => {
        const other =
          choices?.find((choice) => choice !== value) ?? (type === "boolean" ? !value : (min ?? 0) + 1);
        const { columns, rows, request } = tableNamed("tiny", task);
        return {
          key: `idle ${learner.name} ${task === "regression" ? "values" : "classes"} ${name}=${other}`,
          attempt: () =>
            product.engine.fitTable(
              { columns, rows },
              { ...request, learner, options: { ...few(learner), [name]: other } },
            ),
        };
      });
  });

/** Whether it needs anything but the defaults. */
function needs(when, task, usual) {
  const way = fulfilling(when, task, usual);
  return way === undefined || Object.keys(way).length > 0;
}

/** What is accepted after all is learned: that must not take long. */
const few = ({ name }) =>
  Object.fromEntries(Object.entries(BASE[name] ?? {}).filter(([key]) => /^(trees|rounds|folds)$/.test(key)));
