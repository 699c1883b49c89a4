import type { Table } from "../table/table.js";
import { browserTeam, type ClosableTeam } from "./browserTeam.js";

/** Cells below which one thread is faster: further threads must start and compile the kernels. */
const FEW_CELLS = 100_000;

export interface TeamWish {
  readonly table: Pick<Table, "rows"> & { readonly columns: { readonly length: number } };
  readonly threads?: number;
  /** The URL of the folder with the worker files. */
  readonly workers?: string;
}

/** Threads, where memory can be shared and there is enough work. If they cannot be started, one thread does it all. */
export async function fitTeam({ table, threads, workers }: TeamWish): Promise<ClosableTeam | undefined> {
  const isSmall = table.rows * table.columns.length < FEW_CELLS;
  const wanted = threads ?? (isSmall ? 1 : navigator.hardwareConcurrency);
  if (wanted === 1 || !globalThis.crossOriginIsolated) return undefined;
  const worker = workers && new URL("browserWorker.js", workers);
  return browserTeam({ threads: wanted, ...(worker && { worker }) }).catch(() => undefined);
}
