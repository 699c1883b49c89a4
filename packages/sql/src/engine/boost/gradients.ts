import { CoppiceError } from "coppice";
import type { CodeRequest } from "coppice/engine";
import type { Dialect } from "../../dialect/dialect.js";
import { expStages } from "../../tree/expSql.js";
import type { Stage } from "../../tree/landing.js";

type Loss = CodeRequest["loss"];

export interface Derivatives {
  readonly stages: readonly Stage[];
  /** By output, gradient and hessian of a row of weight 1. */
  readonly of: readonly (readonly [g: string, h: string])[];
}

/**
 * Gradients and hessians at the scores s0, s1, … and the target y, in columns of the stage `from`: the library's operations in
 * their order, so that the doubles are the same.
 */
export function derivatives(loss: Loss, from: string, dialect: Dialect): Derivatives {
  const { double } = dialect;
  switch (loss.name) {
    case "logistic":
      return logistic(from, dialect);
    case "softmax":
      return softmax(loss.outputs, from, dialect);
    case "squared":
      return { stages: [], of: [["(s0 - y)", double(1)]] };
    case "poisson": {
      const stages = expStages(["s0"], from, "exp", dialect);
      return { stages, of: [["(e_s0 - y)", "e_s0"]] };
    }
    default:
      throw new CoppiceError(
        "ENGINE_ROWS",
        `loss=${loss.name} needs rows that may leave the database: use --engine memory or disk`,
        {
          name: "loss",
          value: loss.name,
        },
      );
  }
}

function logistic(from: string, dialect: Dialect): Derivatives {
  const one = dialect.double(1);
  const negative = { name: "negative", query: `SELECT *, -s0 AS neg FROM ${from}` };
  const exps = expStages(["neg"], negative.name, "exp", dialect);
  const share = {
    name: "share",
    query: `SELECT *, ${one} / (${one} + e_neg) AS p FROM ${exps[exps.length - 1].name}`,
  };
  return { stages: [negative, ...exps, share], of: [["(p - y)", `(p * (${one} - p))`]] };
}

function softmax(outputs: number, from: string, dialect: Dialect): Derivatives {
  const { double } = dialect;
  const each = Array.from({ length: outputs }, (_, o) => o);
  const top = {
    name: "top",
    query: `SELECT *, GREATEST(${each.map((o) => `s${o}`).join(", ")}) AS top FROM ${from}`,
  };
  const below = {
    name: "below",
    query: `SELECT *, ${each.map((o) => `s${o} - top AS d${o}`).join(", ")} FROM top`,
  };
  const exps = expStages(
    each.map((o) => `d${o}`),
    below.name,
    "exp",
    dialect,
  );
  const sum = [double(0), ...each.map((o) => `e_d${o}`)].join(" + ");
  const inverse = {
    name: "inverse",
    query: `SELECT *, ${double(1)} / (${sum}) AS inv FROM ${exps[exps.length - 1].name}`,
  };
  const shares = {
    name: "shares",
    query: `SELECT *, ${each.map((o) => `e_d${o} * inv AS p${o}`).join(", ")} FROM inverse`,
  };
  const factor = double(outputs / (outputs - 1));
  return {
    stages: [top, below, ...exps, inverse, shares],
    of: each.map((o) => [
      `(p${o} - CASE WHEN y = ${o} THEN ${double(1)} ELSE ${double(0)} END)`,
      `((${factor} * p${o}) * (${double(1)} - p${o}))`,
    ]),
  };
}
