import type { Batch } from "../../connection/connection.js";
import type { SparkConnection } from "../connection.js";
import { mapPartitions, typeJson, type WorkerFunction } from "../messages.js";
import type { Message } from "../protobuf.js";
import { type JobArrays, jobBytes } from "./job.js";
import { pickledFunction } from "./pickle.js";
import { SOURCE } from "./program.js";

/** Columns of results: whole numbers, and bytes, whose names begin with b. */
export const LISTS = columns(["i", "g", "b"]);
export const SUMS = columns(["i", "g", "b0", "b1"]);
export const BLOCKS = columns(["p", "s", "n", "b0", "b1", "b2", "b3"]);
/** Blocks with something more of their rows: scores, numbers in an order, what they were told. */
export const EXTENDED = columns(["p", "s", "n", "b0", "b1", "b2", "b3", "b4"]);
/** Rows of blocks in groups that are sorted together, and their numbers. */
export const GROUPED = columns(["g", "p", "s", "b0"]);
export const RANKED = columns(["p", "s", "b0"]);

function columns(names: readonly string[]): WorkerFunction["returns"] {
  return names.map((name) => [name, name.startsWith("b") ? "binary" : "long"] as const);
}

export interface Job {
  /** One of the program's functions, without its `do_`. */
  readonly work: string;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly arrays?: JobArrays;
  /** The columns that it is given. */
  readonly takes: readonly string[];
  readonly returns: WorkerFunction["returns"];
}

/** The Python workers of a cluster, with numpy and pyarrow. */
export class Workers {
  constructor(
    readonly connection: SparkConnection,
    /** "major.minor" of their Python. */
    readonly python: string,
  ) {}

  /** What a job makes of the rows of a relation, as a relation. */
  relation(input: Message, { work, facts, arrays, takes, returns }: Job): Message {
    const data = jobBytes({ work, ...facts }, arrays);
    return mapPartitions(input, {
      name: `coppice_${work}`,
      command: pickledFunction(SOURCE, data, typeJson(returns)),
      python: this.python,
      takes,
      returns,
    });
  }

  rows(input: Message, job: Job): AsyncGenerator<Batch> {
    return this.connection.rowsOf(this.relation(input, job));
  }
}
