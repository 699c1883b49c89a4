import { expect, it } from "vitest";
import { cases, readAgain, refusal, shortTable } from "../../test/kit/index.js";
import * as z from "../base/schema.js";
import { MemoryEngine } from "../engine/memory/engine.js";
import { ask, type Engine, type Request } from "../engine/port.js";
import { isSplit, sizeOf, type Task } from "../model/tree.js";
import { friedman1 } from "../synthetic/friedman.js";
import { lengths, tennis } from "../synthetic/textbook.js";
import type { Table } from "../table/table.js";
import { criteria } from "./criterion/index.js";
import { type FitTableRequest, fitJob, fitTable, fitWith, fitWithAsync } from "./fit.js";
import { classFacts } from "./label/facts.js";
import type { Learner } from "./learner.js";
import { learnerNamed, learners } from "./registry.js";
import { treeLearner } from "./treeLearner.js";

const numbers = friedman1({ rows: 80, seed: 6 });

const failure = (table: Table, request: FitTableRequest) => refusal(() => fitTable(table, request));

/** Of the criteria that a message lists. */
const criteriaFor = (task: Task) =>
  Object.values(criteria)
    .filter((criterion) => criterion.task === task)
    .map(({ name }) => name)
    .join(", ");

const tables: Readonly<Record<string, Table>> = { tennis: tennis(), numbers, lengths: lengths() };

it.each(cases`
  tennis crat {} → LEARNER_UNKNOWN: there is no learner "crat" among ${learners.map(({ name }) => name).join(", ")}; did you mean "cart"?
  numbers id3 {} → LEARNER_TASK: id3 does classification, but the target "y" is numeric, which asks for regression; if its numbers are names of classes, declare it nominal
  numbers cart {"criterion":"gini"} → OPTION_CONFLICT: criterion gini is for classification, but the target asks for regression; choose one of ${criteriaFor("regression")}
  tennis cart {"criterion":"squaredError"} → OPTION_CONFLICT: criterion squaredError is for regression, but the target asks for classification; choose one of ${criteriaFor("classification")}
  numbers cart {"significance":0.05} → OPTION_CONFLICT: significance is for a nominal target, and the target is numeric
  tennis cart {"criterion":"twoing","nominal":"perLevel"} → OPTION_CONFLICT: criterion twoing judges two-way tests only; use it with nominal=subset or nominal=oneHot
  lengths cart {"criterion":"twoing","numeric":"bins"} → OPTION_CONFLICT: criterion twoing judges two-way tests only; use it with numeric=threshold
  tennis cart {"validation":0.5,"maxLeaves":3} → OPTION_CONFLICT: validation stops growth by layers and maxLeaves by leaves: give one of them
`)("fit refuses %s: %s", (given, message) => {
  const [name, learner, options] = given.split(" ");
  const target = tables[name].columns.at(-1)!.name;
  const request = { learner, target, options: JSON.parse(options) };
  expect(failure(tables[name], request)).toBe(message);
});

it("a classifier's task is refused without a hint where the target has classes", () => {
  const regressor = treeLearner({ name: "mine", summary: "", tasks: ["regression"], answers: {} });
  expect(failure(tennis(), { learner: regressor, target: "Play" })).toBe(
    'LEARNER_TASK: mine does regression, but the target "Play" is nominal, which asks for classification',
  );
});

it("the model says how it was made", () => {
  const model = fitTable(tennis(), { learner: "c45", target: "Play", seed: 7, options: { minLeaf: 1 } });
  expect(model).toMatchObject({
    ...{ format: "coppice-tree", version: 2, learner: "c45", task: "classification" },
    target: { name: "Play", type: "nominal", levels: ["yes", "no"] },
    training: { rows: 14, weight: 14, seed: 7 },
  });
  expect(model.options).toMatchObject({ minLeaf: 1, criterion: "gainRatio" });
  expect(model.attributes.map(({ name }) => name)).toEqual(["Outlook", "Temperature", "Humidity", "Wind"]);
});

it("the model has no threshold of -0, which JSON would give back as 0", () => {
  const options = { threshold: "value" };
  const model = fitTable(shortTable("x y; -0 a; 1 b"), { learner: "cart", target: "y", options });
  expect(readAgain(model)).toEqual(model);
});

it("a learner of one's own is other answers to the six questions", () => {
  const answers = { maxDepth: 1, criterion: "entropy", nominal: "perLevel" } as const;
  const stump = treeLearner({ name: "stump", summary: "one test", tasks: ["classification"], answers });
  const model = fitTable(tennis(), { learner: stump, target: "Play" });
  expect(model.learner).toBe("stump");
  expect(sizeOf(model)).toEqual({ nodes: 4, leaves: 3, depth: 1 });
  expect(model.nodes[0].test).toEqual({ kind: "levels", attribute: 0 }); // Outlook: 0.247 bits, the most (R 2.2)
  expect(model.options).toMatchObject({ maxDepth: 1, criterion: "entropy" });
  // Its answers are defaults: a user may still give others.
  const deeper = fitTable(tennis(), { learner: stump, target: "Play", options: { maxDepth: 2 } });
  expect(sizeOf(deeper).depth).toBe(2);
});

it("a learner of one's own is any conversation with an engine", () => {
  const majority: Learner = {
    ...{ name: "majority", summary: "the majority class", tasks: ["classification"] },
    options: z.strictObject({}),
    guarantees: { monotone: true, rowOrder: true, weights: true },
    *learn() {
      const [whole] = yield* ask({ ask: "summarise", statistic: "classes", nodes: [0] });
      return { nodes: [classFacts(whole.sums, undefined)] };
    },
  };
  const { nodes } = fitTable(tennis(), { learner: majority, target: "Play" });
  expect(nodes).toEqual([{ weight: 14, counts: [9, 5], label: 0 }]);
});

it("the registry finds every learner by its name", () => {
  for (const learner of learners) expect(learnerNamed(learner.name)).toBe(learner);
  for (const learner of learners) expect(learner.summary).not.toBe("");
});

it.each<[string, Record<string, unknown>]>([
  ["all the way", {}],
  ["a limited number of leaves", { maxLeaves: 5 }],
  ["layers", { validation: 0.3 }],
  ["a root that is not split", { minSplit: 1000 }],
  ["best first", { order: "best" }],
])("progress never falls and ends at 1: %s", (_, options) => {
  const seen: number[] = [];
  fitTable(numbers, { learner: "cart", target: "y", options, onProgress: (done) => seen.push(done) });
  expect(seen.at(-1)).toBe(1);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.every((done) => done >= 0 && done <= 1)).toBe(true);
});

it("progress can be told to stop", () => {
  const stop = new AbortController();
  let calls = 0;
  const onProgress = () => {
    if (++calls === 3) stop.abort();
  };
  expect(failure(numbers, { learner: "cart", target: "y", signal: stop.signal, onProgress })).toBe(
    "ABORTED: growing the tree was stopped",
  );
  expect(calls).toBe(3);
});

const job = fitJob(numbers, { learner: "cart", target: "y", options: { validation: 0.2 } });

it("engines may answer later: the tree is the same", async () => {
  const later = await fitWithAsync(job, (problem) => {
    const engine = new MemoryEngine(problem);
    return { facts: engine.facts, answer: async (request: Request) => engine.answer(request) };
  });
  expect(later).toEqual(fitWith(job, (problem) => new MemoryEngine(problem)));
});

it("engines are asked about a few nodes at a time when an answer would be too large", () => {
  // As if every node had ten million rows and every attribute as many values: no two nodes fit into one answer.
  const requests: Request[] = [];
  const inflated = (problem: ConstructorParameters<typeof MemoryEngine>[0]): Engine => {
    const engine = new MemoryEngine(problem);
    const attributes = engine.facts.attributes.map((facts) => ({ ...facts, codes: 1e7 }));
    return {
      facts: { ...engine.facts, attributes, prefers: "level" },
      answer(request) {
        requests.push(request);
        const answer = engine.answer(request);
        const large = (list: object[]) => list.map((summary) => ({ ...summary, rows: 1e7 }));
        if (request.ask === "summarise") return large(answer as object[]) as never;
        if (request.ask === "divide") return (answer as object[][]).map(large) as never;
        return answer;
      },
    };
  };
  const plain = fitJob(numbers, { learner: "cart", target: "y", options: { prune: "none" } });
  const { nodes } = fitWith(plain, inflated);
  expect(nodes).toEqual(fitWith(plain, (problem) => new MemoryEngine(problem)).nodes);
  const tallied = requests.flatMap((request) => (request.ask === "tally" ? [request.nodes.length] : []));
  expect(tallied).toEqual(nodes.filter(isSplit).map(() => 1));
});
