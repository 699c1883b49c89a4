import type { Model, Warning } from "coppice";
import type { Batch, Connection } from "../connection/connection.js";
import { parseAddress, withoutSecrets } from "../source/address.js";
import { type OpenFeedOptions, openRelation } from "../source/openFeed.js";
import { checkedTarget, openTarget } from "./openTarget.js";
import { type PredictionColumns, predictionQuery } from "./predictionQuery.js";

export interface PredictRowsOptions extends OpenFeedOptions, PredictionColumns {}

export interface PredictIntoOptions extends PredictRowsOptions {
  /** The address of the table that is written. */
  readonly into: string;
  /** Whether a table that is there already is replaced. */
  readonly replace?: boolean;
}

/** Predictions as they come: the key as text, the prediction, and the probabilities if they were asked for. */
export interface PredictedRows {
  readonly names: readonly string[];
  /** Levels that the model has not seen. */
  readonly warnings: readonly Warning[];
  batches(): AsyncIterable<Batch>;
  close(): Promise<void>;
}

/** What was written. */
export interface PredictedInto {
  readonly rows: number;
  /** Levels that the model has not seen. */
  readonly warnings: readonly Warning[];
}

/** Predicts the rows that an address names where they are, and hands out keys and predictions. */
export async function predictRows(
  model: Model,
  address: string,
  options: PredictRowsOptions,
): Promise<PredictedRows> {
  const { connection, relation } = await openRelation(address, options);
  const release = interruptible(connection, options.signal);
  const close = async () => {
    release();
    await connection.close();
  };
  try {
    const { query, names, warnings } = await predictionQuery(
      model,
      connection,
      relation,
      options,
      withoutSecrets(address),
    );
    const { asText, identifier } = connection.dialect;
    const [key, ...others] = names.map((name) => `${identifier("p")}.${identifier(name)}`);
    const selected = [asText(key), ...others].map((cell, i) => `${cell} AS c${i}`);
    const texts = `SELECT ${selected.join(", ")} FROM (${query}) AS ${identifier("p")}`;
    return { names, warnings, batches: () => connection.stream(texts), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Predicts rows where they are, into a new table next to them; returns their number. Nothing else is written. */
export async function predictInto(
  model: Model,
  address: string,
  options: PredictIntoOptions,
): Promise<PredictedInto> {
  const { into, replace = false, signal } = options;
  const [source, wanted] = [parseAddress(address), parseAddress(into)];
  checkedTarget(source, wanted, withoutSecrets(into));
  const target = await openTarget(source, wanted, { ...options, into: withoutSecrets(into), replace });
  const release = interruptible(target.connection, signal);
  try {
    const { relation } = target;
    const { query, warnings } = await predictionQuery(
      model,
      target.connection,
      relation,
      options,
      withoutSecrets(address),
    );
    return { rows: await target.write(query), warnings };
  } finally {
    release();
    await target.close();
  }
}

function interruptible(connection: Connection, signal: AbortSignal | undefined): () => void {
  const stop = () => connection.interrupt();
  signal?.addEventListener("abort", stop);
  return () => signal?.removeEventListener("abort", stop);
}
