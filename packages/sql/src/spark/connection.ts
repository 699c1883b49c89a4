import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import type { Batch, Connection } from "../connection/connection.js";
import { spark } from "../dialect/spark.js";
import { type SparkAddress, sparkAddress } from "./address.js";
import { batchesOf } from "./arrowBatches.js";
import { executed } from "./execution.js";
import { asError, CallError, type Failure } from "./failures.js";
import {
  configRequest,
  endRequest,
  errorDetailsRequest,
  interruptRequest,
  type PlanResponse,
  rootPlan,
  type SessionFacts,
  schemaColumns,
  schemaRequest,
  sqlCommand,
  sqlRelation,
  versionRequest,
} from "./messages.js";
import type { Message, Received } from "./protobuf.js";
import { Patience, RETRIES, type RetryPolicy } from "./retry.js";
import { SparkService } from "./service.js";

export interface SparkOptions {
  readonly policy?: RetryPolicy;
  readonly signal?: AbortSignal;
}

/** Where no server answers, a minute of attempts would only hide it. */
const FIRST_CALL = { most: 3 };

/** A session of its own on a Spark Connect server. */
export class SparkConnection implements Connection {
  readonly dialect = spark;
  private readonly service: SparkService;
  private readonly policy: RetryPolicy;
  private readonly facts: { -readonly [K in keyof SessionFacts]: SessionFacts[K] };
  /** The version of the server. */
  version = "";

  private constructor(
    private readonly address: SparkAddress,
    private readonly options: SparkOptions,
  ) {
    this.policy = options.policy ?? RETRIES;
    this.service = new SparkService(address);
    this.facts = { session: randomUUID(), user: address.user ?? userInfo().username };
  }

  /** Where the server is. */
  get server(): string {
    return `${this.address.host}:${this.address.port}`;
  }

  /** Connects to `sc://host:port/;token=…`. */
  static async open(address: string, options: SparkOptions = {}): Promise<SparkConnection> {
    const connection = new SparkConnection(sparkAddress(address), options);
    try {
      await connection.begin();
    } catch (error) {
      connection.service.close();
      throw error;
    }
    return connection;
  }

  private async begin(): Promise<void> {
    const answer = await this.called("AnalyzePlan", () => versionRequest(this.facts), FIRST_CALL);
    this.facts.serverSession = answer.text(15);
    this.version = answer.message(8)?.text(1) ?? "";
    await this.configure({
      "spark.sql.session.timeZone": "UTC",
      "spark.sql.execution.arrow.maxRecordsPerBatch": "65536",
      // A result with the same bits on every run: no cell is quietly turned into another, no cast wraps around.
      "spark.sql.ansi.enabled": "true",
    });
  }

  async configure(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.called("Config", () => configRequest(this.facts, settings));
  }

  async run(statement: string): Promise<void> {
    await this.runPlan(sqlCommand(statement));
  }

  async rows(query: string): Promise<Batch[]> {
    const batches: Batch[] = [];
    for await (const batch of this.stream(query)) batches.push(batch);
    return batches;
  }

  stream(query: string): AsyncGenerator<Batch> {
    return this.rowsOf(sqlRelation(query));
  }

  /** The rows of a relation, of any size. */
  async *rowsOf(relation: Message): AsyncGenerator<Batch> {
    for await (const { arrow } of this.executed(rootPlan(relation))) if (arrow) yield* batchesOf(arrow);
  }

  /** Runs a plan that returns no rows. */
  async runPlan(plan: Message): Promise<void> {
    for await (const _ of this.executed(plan));
  }

  async columnsOf(query: string): Promise<{ name: string; type: string }[]> {
    return schemaColumns(
      await this.called("AnalyzePlan", () => schemaRequest(this.facts, sqlRelation(query))),
    );
  }

  interrupt(): void {
    this.service.call("Interrupt", interruptRequest(this.facts)).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.service.call("ReleaseSession", endRequest(this.facts)).catch(() => undefined);
    this.service.close();
  }

  /** The responses to a plan; errors are those that users see. */
  async *executed(plan: Message): AsyncGenerator<PlanResponse> {
    const { signal } = this.options;
    try {
      yield* executed(plan, {
        service: this.service,
        facts: () => this.facts,
        policy: this.policy,
        signal,
        onResponse: ({ serverSession }) => {
          this.facts.serverSession ??= serverSession;
        },
      });
    } catch (error) {
      if (signal?.aborted) this.interrupt();
      throw await this.explained(error);
    }
  }

  private async called(
    name: string,
    request: () => Message,
    policy: Partial<RetryPolicy> = {},
  ): Promise<Received> {
    const patience = new Patience({ ...this.policy, ...policy }, this.options.signal);
    try {
      for (;;) {
        try {
          return await this.service.call(name, request());
        } catch (error) {
          await patience.after(error);
        }
      }
    } catch (error) {
      throw await this.explained(error);
    }
  }

  /** The error with the whole message, which the call itself cuts short. */
  private async explained(error: unknown): Promise<unknown> {
    if (!(error instanceof CallError)) return error;
    const { failure } = error;
    const message = (await this.wholeMessage(failure)) ?? failure.message;
    return asError({ ...failure, message }, this.server);
  }

  private async wholeMessage({ errorId }: Failure): Promise<string | undefined> {
    if (errorId === undefined) return undefined;
    try {
      const details = await this.service.call("FetchErrorDetails", errorDetailsRequest(this.facts, errorId));
      return details.messages(2)[details.whole(1) ?? 0]?.text(2);
    } catch {
      return undefined;
    }
  }
}
