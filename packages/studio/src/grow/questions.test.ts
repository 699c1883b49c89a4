import { describeOptions, learners } from "coppice";
import { describe, expect, it } from "vitest";
import { answersAll, presetsAmong, questionsOf } from "./questions.js";

const facts = learners.map((learner) => ({
  ...{ name: learner.name, kind: learner.kind ?? ("tree" as const), summary: learner.summary },
  ...{ tasks: learner.tasks, options: describeOptions(learner) },
}));
const named = (name: string) => facts.find((learner) => learner.name === name)!;

describe("six questions", () => {
  it.each(facts.filter(answersAll).map(({ name }) => name))("have every option of %s once", (name) => {
    const { options } = named(name);
    const questions = questionsOf(options);
    expect(questions).toHaveLength(6);
    const found = questions.flatMap((question) => question.options.map((option) => option.name));
    expect(found.sort()).toEqual(options.map((option) => option.name).sort());
  });

  it("begin with the presets that differ in defaults alone", () => {
    expect(presetsAmong(facts).map(({ name }) => name)).toEqual(["cart", "c45", "id3"]);
  });

  it("put options where a person would look for them", () => {
    const of = (option: string) =>
      questionsOf(named("cart").options).find(({ options }) => options.some(({ name }) => name === option))
        ?.title;
    expect(["nominal", "criterion", "attributeCosts", "maxDepth", "order"].map(of)).toEqual([
      "How many branches?",
      "Which test?",
      "Which test?",
      "When to stop?",
      "When to stop?",
    ]);
    expect(["alpha", "collapse", "leaf", "loss", "surrogates", "competitors"].map(of)).toEqual([
      "How to prune?",
      "How to prune?",
      "Which label?",
      "Which label?",
      "What about missing data?",
      "Which test?",
    ]);
  });

  it("are not asked of learners that answer them in their own way", () => {
    expect(["forest", "ripper", "oneR", "hoeffding"].map((name) => answersAll(named(name)))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
