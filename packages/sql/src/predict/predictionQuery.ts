import { CoppiceError, type Model, type Warning } from "coppice";
import type { Connection } from "../connection/connection.js";
import { fromRelation, type Relation } from "../dialect/relation.js";
import { checkIntegers } from "../engine/integers.js";
import { type StoredColumn, storedColumns } from "../source/feed.js";
import type { StoredAs } from "../tree/levelCode.js";
import { modelSql, testedColumns } from "../tree/modelSql.js";
import { PREDICTION } from "./target.js";
import { unseenLevels } from "./unseenLevels.js";

export interface PredictionColumns {
  /** The column that identifies a row. */
  readonly key: string;
  /** Whether to add the probability of each class. */
  readonly probabilities?: boolean;
}

export interface PredictionQuery {
  readonly query: string;
  /** The names of its columns: the key's, "prediction", and "p(class)" for each class if asked for. */
  readonly names: readonly string[];
  /** What is remarkable of the rows to be predicted. */
  readonly warnings: readonly Warning[];
}

/** A query for what a model predicts for the rows of a relation. */
export async function predictionQuery(
  model: Model,
  connection: Connection,
  relation: Relation,
  { key, probabilities = false }: PredictionColumns,
  source: string,
): Promise<PredictionQuery> {
  const { dialect } = connection;
  const all = `SELECT * FROM ${fromRelation(relation, dialect, "t")}`;
  const found = new Set((await connection.columnsOf(all)).map(({ name }) => name));
  if (!found.has(key)) throw absent(source, key, "the key", found);
  const tested = testedColumns(model);
  for (const name of tested) if (!found.has(name)) throw absent(source, name, "which the model tests", found);
  const shares = probabilities ? (model.target.levels ?? []) : [];
  const names = [key, PREDICTION, ...shares.map((level) => `p(${level})`)];
  const twice = firstTwice(names);
  if (twice !== undefined) {
    const message = `two columns of the predictions would be called ${JSON.stringify(twice)}: let a query (--from) rename the key${probabilities ? ", or leave out --proba" : ""}`;
    throw new CoppiceError("COLUMN_DUPLICATE", message, { name: twice });
  }
  const stored = await storedColumns(connection, relation, source, () => false);
  const compared = stored.flatMap(({ name, stored: as }) => {
    const schema = model.attributes.find((attribute) => attribute.name === name);
    return schema && tested.includes(name) ? [{ schema, stored: as }] : [];
  });
  await checkIntegers(connection, relation, compared);
  const kinds = new Map(stored.map(({ name, stored: as }) => [name, kindOf(as)]));
  const query = modelSql(model, dialect, { from: relation, key, probabilities, stored: kinds });
  return { query, names, warnings: await unseenLevels(model, connection, relation, kinds) };
}

function kindOf(stored: StoredColumn["stored"]): StoredAs {
  if (stored === "text" || stored === "time") return "text";
  return stored === "date" || stored === "date-time" ? "moment" : "number";
}

/** Engines do not distinguish names by the case of letters. */
function firstTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name.toLowerCase()).size);
}

function absent(source: string, name: string, what: string, found: ReadonlySet<string>): CoppiceError {
  const message = `${source} has no column ${JSON.stringify(name)}, ${what}`;
  return new CoppiceError("COLUMN_UNKNOWN", message, { name, value: [...found].slice(0, 50) });
}
