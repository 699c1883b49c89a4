import { type ColumnSchema, CoppiceError, type Model } from "coppice";
import type { AsyncDataHandle, FigureSums } from "coppice/engine";
import type { Connection } from "../connection/connection.js";
import { allRows } from "../connection/results.js";
import { fromRelation, type Relation } from "../dialect/relation.js";
import { withoutSecrets } from "../source/address.js";
import { type OpenFeedOptions, openRelation } from "../source/openFeed.js";
import { SparkConnection } from "../spark/connection.js";
import { type PushedWay, type SparkData, sparkData, type WayOptions } from "../spark/ways.js";
import { refuseConstant } from "./constantTarget.js";
import { contentsOf } from "./contents.js";
import { sqlData } from "./data.js";
import { figuresOf } from "./figures.js";
import type { RowsRequest } from "./request.js";

export interface OpenDataOptions extends OpenFeedOptions {
  readonly target: string;
  readonly weight?: string;
  /** Columns that are not attributes. */
  readonly ignore?: readonly string[];
  readonly columns?: readonly ColumnSchema[];
  /** Of Spark: how sums are computed. Default: by the workers if they can, otherwise by SQL. */
  readonly way?: PushedWay;
  /** Of Spark: whether coded rows of small nodes may be taken here. */
  readonly mayPull?: boolean;
  readonly coding?: RowsRequest["coding"];
  readonly rowKey?: string;
  /** Whether the rows must be known from others (`contents` of their task): that takes a pass over them. */
  readonly identified?: boolean;
  /** Called while the rows are coded, with the share that is done and the number of rows. */
  readonly onCoding?: RowsRequest["onCoding"];
}

/** Rows that stay where they are, ready to be learned from by `fitData`. */
export interface OpenedData {
  readonly data: AsyncDataHandle;
  /** What the user should know: the way that was chosen, scratch of others that was removed. */
  readonly notes: readonly string[];
  /** How well a model predicts these rows. */
  figures(model: Model): Promise<FigureSums>;
  close(): Promise<void>;
}

export async function openData(given: string, options: OpenDataOptions): Promise<OpenedData> {
  const address = withoutSecrets(given);
  const { target, weight, ignore = [], columns, signal, way, mayPull, rowKey, coding, onCoding } = options;
  const { connection, relation } = await openRelation(given, options);
  const stop = () => connection.interrupt();
  signal?.addEventListener("abort", stop);
  const close = async () => {
    signal?.removeEventListener("abort", stop);
    await connection.close();
  };
  try {
    const all = `SELECT * FROM ${fromRelation(relation, connection.dialect, "t")}`;
    const names = (await connection.columnsOf(all)).map(({ name }) => name);
    const unknown = ignore.find((name) => !names.includes(name));
    if (unknown !== undefined) {
      const message = `${address} has no column ${JSON.stringify(unknown)}`;
      throw new CoppiceError("COLUMN_UNKNOWN", message, { name: unknown, value: names.slice(0, 50) });
    }
    const attributes = names.filter(
      (name) => !ignore.includes(name) && name !== target && name !== weight && name !== rowKey,
    );
    const request = {
      target,
      attributes,
      ...(weight !== undefined && { weight }),
      ...(columns && { columns }),
      ...(rowKey !== undefined && { rowKey }),
      ...(coding && { coding }),
      ...(onCoding && { onCoding }),
    };
    const opened = await dataOf(connection, relation, request, { source: address, way, mayPull });
    const { notes } = opened;
    const declared = columns?.find(({ name }) => name === target);
    await refuseConstant(connection, relation, opened.data.task, declared?.levels !== undefined).catch(
      async (error) => {
        await opened.data.close?.();
        throw error;
      },
    );
    const data = options.identified
      ? withContents(opened.data, await contentsOf(connection, relation, request))
      : opened.data;
    return {
      data,
      notes,
      figures: async (model) =>
        (await opened.figures?.(model)) ??
        figuresOf(connection, relation, model, { weight, source: address, center: centerOf(data) }),
      async close() {
        await data.close?.();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function withContents(data: AsyncDataHandle, contents: string): AsyncDataHandle {
  return { ...data, task: { ...data.task, contents } };
}

/** The middle between the least and the greatest target. */
function centerOf({ task: { target } }: AsyncDataHandle): number | undefined {
  return target.kind === "values" ? target.grid.center / target.grid.denominator : undefined;
}

/** The number of rows and columns of what an address names. */
export async function sizeOf(
  address: string,
  options: OpenFeedOptions = {},
): Promise<{ rows: number; columns: number }> {
  const { connection, relation } = await openRelation(address, options);
  try {
    const from = fromRelation(relation, connection.dialect, "t");
    const columns = (await connection.columnsOf(`SELECT * FROM ${from}`)).length;
    const count = connection.dialect.asDouble("count(*)");
    return { rows: (await allRows(connection, `SELECT ${count} FROM ${from}`)).numbers(0)[0], columns };
  } finally {
    await connection.close();
  }
}

async function dataOf(
  connection: Connection,
  relation: Relation,
  request: RowsRequest,
  options: WayOptions,
): Promise<SparkData> {
  const { source, way } = options;
  if (connection instanceof SparkConnection) return sparkData(connection, relation, request, options);
  if (way !== undefined) {
    const message = `a way to sum (${way}) can be chosen for spark: addresses only; got ${source}`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: "way", value: way });
  }
  return { data: await sqlData(connection, relation, request, source), notes: [] };
}
