import type { OptionFacts } from "coppice";
import type { LearnerFacts } from "../work/protocol.js";

/** A question that a tree learner answers (D 8.3), and the options that are its answers. */
export interface Question {
  readonly title: string;
  readonly about: string;
  readonly options: readonly OptionFacts[];
  /** Those that decide most. */
  readonly main: readonly OptionFacts[];
  /** The answer if these say nothing. */
  readonly usual: string;
}

interface Part {
  readonly title: string;
  readonly about: string;
  /** The schema lists options by question, in this order: here its answers begin. */
  readonly first: string;
  readonly main: readonly string[];
  readonly usual: string;
}

const PARTS: readonly Part[] = [
  {
    title: "How many branches?",
    about: "A branch per level, or two sets of levels; one threshold, two, or bins.",
    first: "nominal",
    main: ["nominal", "numeric", "ternary"],
    usual: "as usual",
  },
  {
    title: "Which test?",
    about: "What makes one split better than another, and which tests are tried.",
    first: "criterion",
    main: ["criterion", "lookAhead", "combinations", "components"],
    usual: "auto: Gini, or squared error for numbers",
  },
  {
    title: "When to stop?",
    about: "How small a node may get, how deep the tree, how sure a split must be.",
    first: "minSplit",
    main: ["maxDepth", "minLeaf", "minSplit", "maxLeaves"],
    usual: "when a node is pure",
  },
  {
    title: "How to prune?",
    about: "What is cut back once the tree is grown.",
    first: "prune",
    main: ["prune", "pruneRule", "chooseBy", "confidence", "raising"],
    usual: "not at all",
  },
  {
    title: "Which label?",
    about: "What a leaf predicts: by the rows that come to it, by costs, by priors.",
    first: "leaf",
    main: ["leaf", "loss", "priors"],
    usual: "the most frequent class, or the mean",
  },
  {
    title: "What about missing data?",
    about: "Where a row goes whose value is not known.",
    first: "missing",
    main: ["missing", "missingAtPrediction", "surrogates"],
    usual: "as usual",
  },
];

/** Options that the schema lists with another question than the one they answer. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  loss: "leaf",
  priors: "leaf",
  competitors: "criterion",
  order: "minSplit",
};

/** Whether a learner's options answer all six questions. */
export function answersAll({ options }: Pick<LearnerFacts, "options">): boolean {
  return PARTS.every(({ first }) => options.some(({ name }) => name === first));
}

/** Presets: learners that have the six answers and nothing besides, so that they differ in defaults alone. */
export function presetsAmong(learners: readonly LearnerFacts[]): readonly LearnerFacts[] {
  return learners.filter((learner) => answersAll(learner) && learner.options[0].name === PARTS[0].first);
}

/** The options by question; those that come before the first one are about tests. */
export function questionsOf(options: readonly OptionFacts[]): readonly Question[] {
  const byFirst = new Map<string, OptionFacts[]>(PARTS.map(({ first }) => [first, []]));
  let at = "criterion";
  for (const option of options) {
    if (byFirst.has(option.name)) at = option.name;
    byFirst.get(ELSEWHERE[option.name] ?? at)!.push(option);
  }
  return PARTS.map(({ title, about, usual, first, main }) => {
    const its = byFirst.get(first)!;
    return {
      title,
      about,
      usual,
      options: its,
      main: main.flatMap((name) => its.find((one) => one.name === name) ?? []),
    };
  });
}
