import type { Problem } from "../engine/problem.js";
import type { Model } from "../model/model.js";
import { truthOf } from "../predict/truth.js";
import { type Column, takeRows } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import { makeTable } from "../table/table.js";
import type { BlockData } from "../targets/disk/boost/blockData.js";
import type { NodeTeam } from "../targets/nodeTeam.js";
import { predictSums, prepareModel } from "../targets/predictInParallel.js";
import { balancedAccuracy, kappa, matthews } from "../use/evaluate/agreement.js";
import { type ClassScore, type Score, scoreOf, type ValueScore } from "../use/evaluate/score.js";

interface Part<S extends Score> {
  readonly score: S;
  readonly weight: number;
}

/** The figures of a model on rows that come block by block. */
export async function scoreOfBlocks(
  model: Model,
  blocks: Iterable<Problem>,
  team?: NodeTeam,
): Promise<Score> {
  const parts: Part<Score>[] = [];
  const sums = { weight: 0, first: 0, second: 0 };
  const ready = await prepareModel(model, team);
  for (const { attributes, target, weights, totalWeight } of blocks) {
    const table = makeTable([...attributes, target.column]);
    const score = scoreOf(truthOf(model.target, table), ready.predict(table), weights);
    parts.push({ score, weight: totalWeight });
    if (target.kind === "values") addMoments(sums, target.column.values, weights);
  }
  return scoreOfParts(parts, sums);
}

/** The same of a boosted model whose scores of its own rows are known. */
export async function scoreOfSums(model: Model, data: BlockData): Promise<Score> {
  const { target, weights } = data.known;
  const parts: Part<Score>[] = [];
  const moments = { weight: 0, first: 0, second: 0 };
  await data.scored(({ first, places, rows: count, sums }) => {
    const at = places ?? Int32Array.from({ length: count }, (_, i) => first + i);
    const own = weights && Float64Array.from(at, (row) => weights[row]);
    const column = takeRows(target.column, at);
    const table = makeTable([...model.attributes.map((schema) => unread(schema, count)), column]);
    const prediction = predictSums(model, table, sums);
    const weight = own ? own.reduce((sum, w) => sum + w, 0) : count;
    parts.push({ score: scoreOf(truthOf(model.target, table), prediction, own), weight });
    if (column.type === "numeric") addMoments(moments, column.values, own);
  });
  return scoreOfParts(parts, moments);
}

/** A column that nobody looks at. */
function unread({ name, type, levels }: ColumnSchema, rows: number): Column {
  if (type === "numeric") return { type, name, values: new Float64Array(rows) };
  return { type, name, codes: new Int32Array(rows), levels: levels ?? [] };
}

function scoreOfParts(parts: readonly Part<Score>[], sums: Moments): Score {
  const isOf = <S extends Score>(kind: S["kind"]) =>
    parts.filter(({ score }) => score.kind === kind) as Part<S>[];
  return parts[0].score.kind === "classification"
    ? classScore(isOf<ClassScore>("classification"))
    : valueScore(isOf<ValueScore>("regression"), sums);
}

function meanOf<S extends Score>(parts: readonly Part<S>[], figure: (score: S) => number): number {
  let sum = 0;
  let total = 0;
  for (const { score, weight } of parts) {
    sum += weight * figure(score);
    total += weight;
  }
  return sum / total;
}

function classScore(parts: readonly Part<ClassScore>[]): ClassScore {
  const [{ score: first }] = parts;
  const confusion = first.confusion.map((row, i) =>
    row.map((_, j) => parts.reduce((sum, { score }) => sum + score.confusion[i][j], 0)),
  );
  return {
    ...first,
    accuracy: meanOf(parts, ({ accuracy }) => accuracy),
    balancedAccuracy: balancedAccuracy(confusion),
    kappa: kappa(confusion),
    mcc: matthews(confusion),
    logLoss: meanOf(parts, ({ logLoss }) => logLoss),
    brier: meanOf(parts, ({ brier }) => brier),
    confusion,
  };
}

interface Moments {
  weight: number;
  first: number;
  second: number;
}

function addMoments(sums: Moments, values: Float64Array, weights: Float64Array | undefined): void {
  for (let row = 0; row < values.length; row++) {
    const weight = weights?.[row] ?? 1;
    sums.weight += weight;
    sums.first += weight * values[row];
    sums.second += weight * values[row] ** 2;
  }
}

function valueScore(parts: readonly Part<ValueScore>[], { weight, first, second }: Moments): ValueScore {
  const squares = meanOf(parts, ({ rmse }) => rmse ** 2);
  const variance = second / weight - (first / weight) ** 2;
  return {
    kind: "regression",
    rmse: Math.sqrt(squares),
    mae: meanOf(parts, ({ mae }) => mae),
    r2: variance > 0 ? 1 - squares / variance : 0,
  };
}
