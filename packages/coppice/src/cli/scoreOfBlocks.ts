import type { Problem } from "../engine/problem.js";
import type { Model } from "../model/model.js";
import { truthOf } from "../predict/truth.js";
import { type Column, takeRows } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import { makeTable } from "../table/table.js";
import type { BlockData } from "../targets/disk/boost/blockData.js";
import type { NodeTeam } from "../targets/nodeTeam.js";
import { predictSums, prepareModel } from "../targets/predictInParallel.js";
import { ScoreSums } from "../use/evaluate/scoreSums.js";

/** The figures of a model on rows that come block by block. */
export async function scoreOfBlocks(
  model: Model,
  blocks: Iterable<Problem>,
  team?: NodeTeam,
): Promise<ScoreSums> {
  const all = new ScoreSums();
  const ready = await prepareModel(model, team);
  for (const { attributes, target, weights } of blocks) {
    const table = makeTable([...attributes, target.column]);
    all.add(truthOf(model.target, table), ready.predict(table), weights);
  }
  return all;
}

/** The same of a boosted model whose scores of its own rows are known. */
export async function scoreOfSums(model: Model, data: BlockData): Promise<ScoreSums> {
  const { target, weights } = data.known;
  const all = new ScoreSums();
  await data.scored(({ first, places, rows: count, sums }) => {
    const at = places ?? Int32Array.from({ length: count }, (_, i) => first + i);
    const own = weights && Float64Array.from(at, (row) => weights[row]);
    const column = takeRows(target.column, at);
    const table = makeTable([...model.attributes.map((schema) => unread(schema, count)), column]);
    all.add(truthOf(model.target, table), predictSums(model, table, sums), own);
  });
  return all;
}

/** A column that nobody looks at. */
function unread({ name, type, levels }: ColumnSchema, rows: number): Column {
  if (type === "numeric") return { type, name, values: new Float64Array(rows) };
  return { type, name, codes: new Int32Array(rows), levels: levels ?? [] };
}
