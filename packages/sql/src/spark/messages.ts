import { Message, type Received } from "./protobuf.js";

/**
 * The messages of `spark.connect.SparkConnectService` that are used here; the numbers are those of Spark 4.3's protocol
 * files, which only ever add to them.
 */

/** What every request begins with. */
export interface SessionFacts {
  readonly session: string;
  readonly user: string;
  /** The server's own name for the session, once it is known: another one means that the server lost the session. */
  readonly serverSession?: string | undefined;
}

export const CLIENT = "coppice";
const STRUCT = 21;

function begun({ session, user }: SessionFacts): Message {
  return new Message().text(1, session).message(2, new Message().text(1, user).text(2, user));
}

export const sqlRelation = (statement: string): Message =>
  new Message().message(10, new Message().text(1, statement));

export const rootPlan = (relation: Message): Message => new Message().message(1, relation);
const commandPlan = (command: Message): Message => new Message().message(2, command);
/** Runs at once, unlike a relation, which is only a description. */
export const sqlCommand = (statement: string): Message =>
  commandPlan(new Message().message(5, new Message().message(6, sqlRelation(statement))));

/** The numbers of DataType's fields for the types that functions on workers return. */
const TYPE_FIELDS = { binary: 2, integer: 6, long: 7, double: 9 } as const;
const MAP_IN_ARROW = 207;

/** A function that Python workers call with the record batches of a partition of `input`, and whose batches are the result. */
export interface WorkerFunction {
  readonly name: string;
  /** A pickle, see `pickledFunction`. */
  readonly command: Uint8Array;
  /** The columns that it takes, by their names in `input`. */
  readonly takes: readonly string[];
  readonly returns: readonly (readonly [name: string, type: keyof typeof TYPE_FIELDS])[];
  /** "major.minor" of the workers' Python. */
  readonly python: string;
}

export function mapPartitions(
  input: Message,
  { name, command, takes, returns, python }: WorkerFunction,
): Message {
  const struct = new Message();
  for (const [field, type] of returns) {
    const dataType = new Message().message(TYPE_FIELDS[type], new Message());
    struct.message(1, new Message().text(1, field).message(2, dataType).flag(3, true));
  }
  const udf = new Message()
    .message(1, new Message().message(STRUCT, struct))
    .whole(2, MAP_IN_ARROW)
    .bytes(3, command)
    .text(4, python);
  const func = new Message().text(1, name).flag(2, true);
  for (const column of takes) func.message(3, new Message().message(2, new Message().text(1, column)));
  return new Message().message(28, new Message().message(1, input).message(2, func.message(4, udf)));
}

/** The same rows, all with one value of a column in one partition. */
export function repartitioned(input: Message, column: string): Message {
  const by = new Message().message(2, new Message().text(1, column));
  return new Message().message(27, new Message().message(1, input).message(2, by));
}

/** The columns of a worker function's results as Spark writes a type in JSON. */
export function typeJson(returns: WorkerFunction["returns"]): string {
  const fields = returns.map(([name, type]) => ({ name, type, nullable: true, metadata: {} }));
  return JSON.stringify({ type: "struct", fields });
}

/** Names a relation for the statements of this session. */
export const namedView = (relation: Message, name: string): Message =>
  commandPlan(
    new Message().message(3, new Message().message(1, relation).text(2, name).flag(3, false).flag(4, true)),
  );

export function executeRequest(facts: SessionFacts, plan: Message, operation: string): Message {
  const reattachable = new Message().message(1, new Message().flag(1, true));
  return begun(facts)
    .message(3, plan)
    .text(4, CLIENT)
    .message(5, reattachable)
    .text(6, operation)
    .text(8, facts.serverSession);
}

export function reattachRequest(facts: SessionFacts, operation: string, last: string | undefined): Message {
  return begun(facts).text(3, operation).text(4, CLIENT).text(5, last).text(6, facts.serverSession);
}

/** Frees what the server keeps for reattaching: up to a response, or all. */
export function releaseRequest(facts: SessionFacts, operation: string, until?: string): Message {
  const request = begun(facts).text(3, operation).text(4, CLIENT).text(7, facts.serverSession);
  return until === undefined
    ? request.message(5, new Message())
    : request.message(6, new Message().text(1, until));
}

export function schemaRequest(facts: SessionFacts, relation: Message): Message {
  const schema = new Message().message(1, rootPlan(relation));
  return begun(facts).text(3, CLIENT).message(4, schema).text(17, facts.serverSession);
}

export function versionRequest(facts: SessionFacts): Message {
  return begun(facts).text(3, CLIENT).message(10, new Message()).text(17, facts.serverSession);
}

export function configRequest(facts: SessionFacts, pairs: Readonly<Record<string, string>>): Message {
  const set = new Message();
  for (const [key, value] of Object.entries(pairs)) set.message(1, new Message().text(1, key).text(2, value));
  return begun(facts).message(3, new Message().message(1, set)).text(4, CLIENT).text(8, facts.serverSession);
}

const INTERRUPT_ALL = 1;

export function interruptRequest(facts: SessionFacts): Message {
  return begun(facts).text(3, CLIENT).whole(4, INTERRUPT_ALL).text(7, facts.serverSession);
}

export function endRequest(facts: SessionFacts): Message {
  return begun(facts).text(3, CLIENT);
}

export function errorDetailsRequest(facts: SessionFacts, error: string): Message {
  return begun(facts).text(3, error).text(4, CLIENT).text(5, facts.serverSession);
}

/** One message of the stream that answers a plan. */
export interface PlanResponse {
  readonly id: string;
  readonly serverSession?: string | undefined;
  /** Rows, as a whole Arrow stream. */
  readonly arrow?: Uint8Array | undefined;
  readonly isLast: boolean;
}

export function planResponse(received: Received): PlanResponse {
  return {
    id: received.text(13) ?? "",
    serverSession: received.text(15),
    arrow: received.message(2)?.bytes(2),
    isLast: received.has(14),
  };
}

/** The kinds of DataType by the number of their field, and their names in SQL. */
const TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  ...([
    [1, "void"],
    [2, "binary"],
    [3, "boolean"],
    [4, "tinyint"],
    [5, "smallint"],
    [6, "int"],
  ] as const),
  ...([
    [7, "bigint"],
    [8, "float"],
    [9, "double"],
    [10, "decimal"],
    [11, "string"],
    [12, "char"],
  ] as const),
  ...([
    [13, "varchar"],
    [14, "date"],
    [15, "timestamp"],
    [16, "timestamp_ntz"],
  ] as const),
  ...([
    [20, "array"],
    [21, "struct"],
    [22, "map"],
  ] as const),
]);

/** The columns of an answer to `schemaRequest`. */
export function schemaColumns(response: Received): { name: string; type: string }[] {
  const fields = response.message(2)?.message(1)?.message(STRUCT)?.messages(1) ?? [];
  return fields.map((field) => ({ name: field.text(1) ?? "", type: typeName(field.message(2)) }));
}

function typeName(type: Received | undefined): string {
  for (const [field, name] of TYPE_NAMES) if (type?.has(field)) return name;
  return "unknown";
}
