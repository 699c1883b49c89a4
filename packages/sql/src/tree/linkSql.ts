import type { Combination } from "coppice";
import type { Dialect } from "../dialect/dialect.js";
import { expStages } from "./expSql.js";
import type { Stage } from "./landing.js";

export interface Linked {
  readonly stages: readonly Stage[];
  /** Values, or probabilities by class. */
  readonly answers: readonly string[];
}

/** What the link makes of the scores in columns of the stage `from`, by the library's operations in their order. */
export function linkStages(
  { link }: Extract<Combination, { kind: "sum" }>,
  scores: readonly string[],
  from: string,
  dialect: Dialect,
): Linked {
  switch (link) {
    case "identity":
      return { stages: [], answers: scores };
    case "exp":
      return {
        stages: expStages(scores, from, "exp", dialect),
        answers: scores.map((score) => `e_${score}`),
      };
    case "logistic":
      return logistic(scores[0], from, dialect);
    case "softmax":
      return softmax(scores, from, dialect);
  }
}

function logistic(score: string, from: string, dialect: Dialect): Linked {
  const one = dialect.double(1);
  const negative = { name: "negative", query: `SELECT *, -${score} AS neg FROM ${from}` };
  const stages = expStages(["neg"], negative.name, "exp", dialect);
  const last = stages[stages.length - 1].name;
  const share = { name: "share", query: `SELECT *, ${one} / (${one} + e_neg) AS p FROM ${last}` };
  return { stages: [negative, ...stages, share], answers: [`(${one} - p)`, "p"] };
}

function softmax(scores: readonly string[], from: string, dialect: Dialect): Linked {
  const most = scores.length === 1 ? scores[0] : `GREATEST(${scores.join(", ")})`;
  const lifted = scores.map((score) => `d_${score}`);
  const largest = { name: "largest", query: `SELECT *, ${most} AS most FROM ${from}` };
  const shifted = {
    name: "shifted",
    query: `SELECT *, ${scores.map((score) => `${score} - most AS d_${score}`).join(", ")} FROM largest`,
  };
  const stages = expStages(lifted, shifted.name, "exp", dialect);
  const last = stages[stages.length - 1].name;
  const terms = [dialect.double(0), ...lifted.map((score) => `e_${score}`)];
  const total = { name: "all_exp", query: `SELECT *, ${terms.join(" + ")} AS total FROM ${last}` };
  return {
    stages: [largest, shifted, ...stages, total],
    answers: lifted.map((score) => `(e_${score} / total)`),
  };
}
