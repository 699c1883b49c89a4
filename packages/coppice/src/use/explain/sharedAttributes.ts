import type { Condition } from "../../model/condition.js";
import type { Conjunction } from "../../rules/conjunction.js";
import type { ColumnSchema } from "../../table/schema.js";

/**
 * One list of attributes for models that each have their own, which may differ in order or include added attributes.
 */
export class SharedAttributes {
  readonly attributes: ColumnSchema[];
  private readonly byName: Map<string, number>;

  constructor(attributes: readonly ColumnSchema[]) {
    this.attributes = [...attributes];
    this.byName = new Map(attributes.map(({ name }, a) => [name, a]));
  }

  /** Translates conditions on a model's attributes into conditions on these. */
  renaming(own: readonly ColumnSchema[]): (all: Conjunction) => Conjunction {
    const place = own.map((attribute) => this.placeOf(attribute));
    return (all) =>
      new Map(
        [...all.values()].map((condition): [number, Condition] => {
          const attribute = place[condition.attribute];
          return [attribute, { ...condition, attribute }];
        }),
      );
  }

  private placeOf(attribute: ColumnSchema): number {
    const found = this.byName.get(attribute.name);
    if (found !== undefined) return found;
    this.byName.set(attribute.name, this.attributes.length);
    return this.attributes.push(attribute) - 1;
  }
}
