import type { Connection } from "../connection/connection.js";
import { scratchName } from "./scratchName.js";

const MOST_ATTEMPTS = 5;

/**
 * Tables that an engine creates for itself and drops again. They are temporary: they belong to the session, are seen by no
 * other, and the user's own schemas are never written to.
 */
export class Scratch {
  private readonly names = new Set<string>();
  private closing: Promise<void> = Promise.resolve();

  constructor(private readonly connection: Connection) {}

  /** Creates a table with the rows of a query; returns how statements refer to it. `blocks`: a row has megabytes. */
  async create(purpose: string, query: string, blocks = false): Promise<string> {
    const name = scratchName(purpose);
    this.names.add(name);
    const { dialect } = this.connection;
    await this.inSchema(dialect.createScratch(name, query, blocks));
    return dialect.scratchName(name);
  }

  /** Another fit that ends may have dropped the schema that both use, when it was empty: then it is made again. */
  private async inSchema(statement: string): Promise<void> {
    const { beforeScratch = [] } = this.connection.dialect;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.connection.run(statement);
      } catch (error) {
        const isGone = error instanceof Error && error.message.includes("SCHEMA_NOT_FOUND");
        if (!isGone || beforeScratch.length === 0 || attempt === MOST_ATTEMPTS) throw error;
        for (const before of beforeScratch) await this.connection.run(before);
      }
    }
  }

  async drop(reference: string): Promise<void> {
    const { dialect } = this.connection;
    for (const name of this.names) {
      if (dialect.scratchName(name) !== reference) continue;
      this.names.delete(name);
      for (const statement of dialect.dropScratch(name)) await this.connection.run(statement);
    }
  }

  /** Drops what is left. A session that has ended has dropped everything. Whoever calls while it runs waits for it, too. */
  close(): Promise<void> {
    this.closing = this.closing.then(() => this.dropAll());
    return this.closing;
  }

  private async dropAll(): Promise<void> {
    for (const name of this.names) {
      this.names.delete(name);
      // An interrupt that came late may hit the first attempt.
      for (const statement of this.connection.dialect.dropScratch(name))
        await this.connection.run(statement).catch(() => this.connection.run(statement).catch(() => {}));
    }
  }
}
