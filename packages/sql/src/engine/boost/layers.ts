import type { Connection } from "../../connection/connection.js";
import type { Stage } from "../../tree/landing.js";
import { withStages } from "../hashSql.js";
import type { Scratch } from "../scratch.js";

/** A column and the expression that it is computed by. */
export type NamedColumn = readonly [name: string, expression: string];

interface Layer {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Columns of the same rows that change at different times. Where an engine joins tables by position, each layer is a narrow table of
 * its own; elsewhere there is one table, which is written anew with every change.
 */
export class Layers {
  private readonly layers = new Map<string, Layer>();

  constructor(
    private readonly connection: Connection,
    private readonly scratch: Scratch,
  ) {}

  /** All columns, as a relation. */
  get from(): string {
    const tables = [...new Set([...this.layers.values()].map(({ table }) => table))];
    const { byPosition } = this.connection.dialect;
    return tables.map((table, i) => `${table} AS l${i}`).reduce((all, next) => byPosition!(all, next));
  }

  has(layer: string): boolean {
    return this.layers.has(layer);
  }

  /** Computes a layer from what there is, `stages` being steps that begin with `from`; it replaces the one of its name. */
  async set(
    name: string,
    columns: readonly NamedColumn[],
    stages: (from: string) => readonly Stage[] = () => [],
    source?: string,
  ): Promise<void> {
    const isNarrow = this.connection.dialect.byPosition !== undefined;
    const others = isNarrow ? [] : [...this.layers].filter(([other]) => other !== name);
    const given = source ?? this.from;
    const steps = stages("given");
    const from = steps.length === 0 ? given : steps[steps.length - 1].name;
    const begun = steps.length === 0 ? [] : [{ name: "given", query: `SELECT * FROM ${given}` }];
    const selected = [
      ...others.flatMap(([, layer]) => layer.columns),
      ...columns.map(([column, expression]) => `${expression} AS ${column}`),
    ];
    const query = withStages([...begun, ...steps], `SELECT ${selected.join(", ")} FROM ${from}`);
    const table = await this.scratch.create(name, query);
    const old = new Set(
      [...this.layers].filter(([other]) => other === name || !isNarrow).map(([, l]) => l.table),
    );
    for (const [other, layer] of others) this.layers.set(other, { ...layer, table });
    this.layers.set(name, { table, columns: columns.map(([column]) => column) });
    for (const each of old) await this.scratch.drop(each);
  }

  /** Forgets a layer. */
  async remove(name: string): Promise<void> {
    const layer = this.layers.get(name);
    if (layer === undefined) return;
    this.layers.delete(name);
    if ([...this.layers.values()].every(({ table }) => table !== layer.table))
      await this.scratch.drop(layer.table);
  }
}
