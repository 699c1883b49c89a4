import type { Model } from "coppice";
import type { FigureSums } from "coppice/engine";
import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import type { Dialect } from "../dialect/dialect.js";
import type { Relation } from "../dialect/relation.js";
import { storedColumns } from "../source/feed.js";
import { modelSql } from "../tree/modelSql.js";

const PREDICTION = "coppice prediction";
const shareName = (code: number) => `coppice p${code}`;

export interface FiguresOptions {
  readonly weight: string | undefined;
  readonly source: string;
  /** A number among those of a numeric target: sums of squares of what is near to it lose no digits. */
  readonly center?: number | undefined;
}

interface Predicted {
  /** A query of the target, the weight if there is one, the prediction and the probabilities. */
  readonly query: string;
  /** Expressions over it. */
  readonly truth: string;
  readonly prediction: string;
  readonly weight: string;
}

/** How well a model predicts the rows that it was learned from: predicted and summed by a query. */
export async function figuresOf(
  connection: Connection,
  relation: Relation,
  model: Model,
  { weight, source, center = 0 }: FiguresOptions,
): Promise<FigureSums> {
  const { dialect } = connection;
  const stored = await storedColumns(connection, relation, source, () => false);
  const kinds = new Map(
    stored.map(({ name, stored: as }) => [name, as === "text" ? ("text" as const) : ("number" as const)]),
  );
  const predicted: Predicted = {
    query: modelSql(model, dialect, {
      ...{ from: relation, key: model.target.name, keep: weight === undefined ? [] : [weight] },
      ...{ as: PREDICTION, stored: kinds, probabilities: model.task === "classification", shareName },
    }),
    truth: dialect.identifier(model.target.name),
    prediction: dialect.identifier(PREDICTION),
    weight: weight === undefined ? "1" : dialect.asDouble(dialect.identifier(weight)),
  };
  return model.task === "regression"
    ? ofValues(connection, predicted, center)
    : ofClasses(connection, predicted, model.target.levels!);
}

/** As the library clips probabilities. */
export const CLIP = 1e-15;

async function ofClasses(
  connection: Connection,
  { query, truth, prediction, weight: w }: Predicted,
  classes: readonly string[],
): Promise<FigureSums> {
  const { dialect } = connection;
  const y = dialect.asText(truth);
  const shares = classes.map((_, k) => dialect.identifier(shareName(k)));
  const ofTruth = `CASE ${classes.map((level, k) => `WHEN ${y} = ${dialect.text(level)} THEN ${shares[k]}`).join(" ")} END`;
  const clipped = `least(greatest(${ofTruth}, ${dialect.double(CLIP)}), ${dialect.double(1 - CLIP)})`;
  // Σ(p - [true])² = Σp² + 1 - 2p(true).
  const squares = shares.map((share) => `${share} * ${share}`).join(" + ");
  const sums = [w, `${w} * -ln(${clipped})`, `${w} * (${squares} + 1 - 2 * ${ofTruth})`];
  const columns = sums.map((sum) => dialect.asDouble(`sum(${sum})`));
  const found = await allRows(
    connection,
    `SELECT ${y} AS y, ${prediction} AS p, ${columns.join(", ")} FROM (${query}) AS p WHERE ${known(y, classes, dialect)} GROUP BY 1, 2`,
  );
  const [truths, predictions] = [found.texts(0), found.texts(1)];
  const [weights, losses, distances] = [2, 3, 4].map((column) => found.numbers(column));
  const confusion = classes.map(() => new Array<number>(classes.length).fill(0));
  const at = new Map(classes.map((level, k) => [level, k]));
  for (let i = 0; i < found.rows; i++) confusion[at.get(truths[i]!)!][at.get(predictions[i]!)!] += weights[i];
  const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
  return {
    kind: "classification",
    ...{ classes, confusion, logLoss: total(losses), brier: total(distances) },
  };
}

const known = (y: string, classes: readonly string[], dialect: Dialect) =>
  `${y} IN (${classes.map(dialect.text).join(", ")})`;

async function ofValues(
  connection: Connection,
  { query, truth, prediction, weight: w }: Predicted,
  center: number,
): Promise<FigureSums> {
  const { asDouble, isNaN: isNotANumber, double } = connection.dialect;
  const y = asDouble(truth);
  const from = `FROM (${query}) AS p WHERE ${truth} IS NOT NULL AND NOT ${isNotANumber(y)}`;
  const off = `(${y} - ${prediction})`;
  const away = `(${y} - ${double(center)})`;
  const sums = [
    w,
    `${w} * ${off} * ${off}`,
    `${w} * abs(${off})`,
    `${w} * ${away}`,
    `${w} * ${away} * ${away}`,
  ];
  const found = await allRows(
    connection,
    `SELECT ${sums.map((sum) => asDouble(`sum(${sum})`)).join(", ")} ${from}`,
  );
  const [weight, squares, sizes, first, second] = sums.map((_, i) => found.numbers(i)[0]);
  const beyond = first / weight;
  const variance = Math.max(0, second / weight - beyond * beyond);
  return { kind: "regression", ...{ weight, squares, sizes, mean: center + beyond, variance } };
}
