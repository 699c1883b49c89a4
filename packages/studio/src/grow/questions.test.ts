import { describeOptions, learners } from "coppice";
import { expect, it } from "vitest";
import { answersAll, presetsAmong, questionsOf } from "./questions.js";

const facts = learners.map((learner) => ({
  ...{ name: learner.name, kind: learner.kind ?? ("tree" as const), summary: learner.summary },
  ...{ tasks: learner.tasks, options: describeOptions(learner) },
}));
const named = (name: string) => facts.find((learner) => learner.name === name)!;

it.each(facts.filter(answersAll).map(({ name }) => name))(
  "six questions have every option of %s once",
  (name) => {
    const { options } = named(name);
    const questions = questionsOf(options);
    expect(questions).toHaveLength(6);
    const found = questions.flatMap((question) => question.options.map((option) => option.name));
    expect(found.sort()).toEqual(options.map((option) => option.name).sort());
  },
);

it("six questions begin with the presets that differ in defaults alone", () => {
  expect(presetsAmong(facts).map(({ name }) => name)).toEqual(["cart", "c45", "id3"]);
});

it("six questions put options where a person would look for them", () => {
  const of = (option: string) =>
    questionsOf(named("cart").options).find(({ options }) => options.some(({ name }) => name === option))
      ?.title;
  expect(of("nominal")).toBe("How many branches?");
  for (const name of ["criterion", "attributeCosts", "competitors"]) expect(of(name)).toBe("Which test?");
  for (const name of ["maxDepth", "order"]) expect(of(name)).toBe("When to stop?");
  for (const name of ["alpha", "collapse"]) expect(of(name)).toBe("How to prune?");
  for (const name of ["leaf", "loss"]) expect(of(name)).toBe("Which label?");
  expect(of("surrogates")).toBe("What about missing data?");
});

it("six questions are not asked of learners that answer them in their own way", () => {
  expect(["forest", "ripper", "oneR", "hoeffding"].filter((name) => answersAll(named(name)))).toEqual([]);
});
