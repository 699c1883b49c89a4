/**
 * What an input value must be, as data: a field validates, fills in defaults, describes itself and infers the type. The
 * names are those of zod, of which this is the part that Coppice needs: zod itself would be a third of the bundle of a
 * page that fits models.
 */

export type Path = readonly (string | number)[];

/** The first fault: where it is, and the rule that it breaks. */
export interface Issue {
  readonly path: Path;
  readonly message: string;
}

export type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly [Issue] } };

/** A field's description of itself. */
export interface FieldFacts {
  readonly type?: "integer" | "number" | "boolean" | "string" | "array" | "object";
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly default?: unknown;
  readonly description?: string;
  /** In words, where type and bounds are not enough. */
  readonly rule?: string;
  readonly kind?: string;
  /** The conditions under which it has an effect. */
  readonly appliesWhen?: object;
}

export class Fault implements Issue {
  constructor(
    readonly message: string,
    readonly path: Path = [],
  ) {}

  under(key: string | number): Fault {
    return new Fault(this.message, [key, ...this.path]);
  }
}

/** The value, copied if it is an array or an object, or what is wrong with it. */
export type Read<T> = (value: unknown) => T | Fault;

export class Field<Out, In = Out> {
  /** Never assigned: they carry the types of its output and input. */
  declare readonly _output: Out;
  declare readonly _input: In;

  constructor(
    readonly read: Read<Out>,
    readonly facts: FieldFacts,
  ) {}

  safeParse(value: unknown): Parsed<Out> {
    const data = this.read(value);
    return data instanceof Fault
      ? { success: false, error: { issues: [data] } }
      : { success: true, data: data as Out };
  }

  /** The value, or an error that names where it is wrong. */
  parse(value: unknown): Out {
    const parsed = this.safeParse(value);
    if (parsed.success) return parsed.data;
    const [{ path, message }] = parsed.error.issues;
    throw new TypeError(
      `${path.join(".") || "the value"} must be ${message || "of its type and in its range"}`,
    );
  }

  /** A copy with other facts, or with a stricter check. */
  protected with(facts: FieldFacts, read: Read<Out> = this.read): this {
    const like = Object.create(Object.getPrototypeOf(this));
    return Object.assign(like, this, { facts: { ...this.facts, ...facts }, read });
  }

  /** A copy with one more rule. */
  protected also(holds: (value: Out) => boolean, message: string, facts: FieldFacts = {}): this {
    return this.with(facts, (value) => {
      const data = this.read(value);
      return data instanceof Fault || holds(data) ? data : new Fault(message);
    });
  }

  describe(description: string): this {
    return this.with({ description });
  }

  meta(facts: Pick<FieldFacts, "rule" | "kind" | "enum" | "appliesWhen">): this {
    return this.with(facts);
  }

  get description(): string | undefined {
    return this.facts.description;
  }

  optional(): Field<Out | undefined, In | undefined> {
    return new Field<Out | undefined, In | undefined>(
      (value) => (value === undefined ? undefined : this.read(value)),
      this.facts,
    );
  }

  default(fallback: Out): Field<Out, In | undefined> {
    return new Field<Out, In | undefined>((value) => this.read(value === undefined ? fallback : value), {
      ...this.facts,
      default: fallback,
    });
  }
}

export class NumberField extends Field<number> {
  min(minimum: number, message = ""): this {
    return this.also((x) => x >= minimum, message, { minimum });
  }

  max(maximum: number, message = ""): this {
    return this.also((x) => x <= maximum, message, { maximum });
  }

  gt(exclusiveMinimum: number, message = ""): this {
    return this.also((x) => x > exclusiveMinimum, message, { exclusiveMinimum });
  }

  lt(exclusiveMaximum: number, message = ""): this {
    return this.also((x) => x < exclusiveMaximum, message, { exclusiveMaximum });
  }
}

export class StringField extends Field<string> {
  /** Characters. */
  min(length: number, message = ""): this {
    return this.also((text) => text.length >= length, message);
  }

  regex(pattern: RegExp, message = ""): this {
    return this.also((text) => pattern.test(text), message);
  }
}

export type Shape = Readonly<Record<string, Field<unknown, unknown>>>;

export class ObjectField<S extends Shape = Shape> extends Field<OutputOf<S>, InputOf<S>> {
  constructor(
    readonly shape: S,
    isStrict: boolean,
    message: string,
  ) {
    const known = Object.entries(shape);
    super(
      (value) => {
        if (!isObject(value)) return new Fault(message);
        const unknownKey = isStrict && Object.keys(value).find((key) => !Object.hasOwn(shape, key));
        if (typeof unknownKey === "string")
          return new Fault(`an object with no fields but ${Object.keys(shape).join(", ")}`, [unknownKey]);
        const read: [string, unknown][] = isStrict
          ? []
          : Object.entries(value).filter(([key]) => !Object.hasOwn(shape, key));
        for (const [key, field] of known) {
          const data = field.read(Object.hasOwn(value, key) ? value[key] : undefined);
          if (data instanceof Fault) return data.under(key);
          if (data !== undefined) read.push([key, data]);
        }
        return Object.fromEntries(read) as OutputOf<S>;
      },
      { type: "object" },
    );
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The type of a field's value once it has been read. */
export type output<F> = F extends { readonly _output: infer Out } ? Out : never;
/** The type that it accepts. */
export type input<F> = F extends { readonly _input: infer In } ? In : never;

type Simplify<T> = { [K in keyof T]: T[K] };
type OptionalKeys<S, Of extends "in" | "out"> = {
  [K in keyof S]: undefined extends (Of extends "in" ? input<S[K]> : output<S[K]>) ? K : never;
}[keyof S];

export type OutputOf<S extends Shape> = Simplify<
  { [K in Exclude<keyof S, OptionalKeys<S, "out">>]: output<S[K]> } & {
    [K in OptionalKeys<S, "out">]?: output<S[K]>;
  }
>;
export type InputOf<S extends Shape> = Simplify<
  { [K in Exclude<keyof S, OptionalKeys<S, "in">>]: input<S[K]> } & {
    [K in OptionalKeys<S, "in">]?: input<S[K]>;
  }
>;

function of<T>(is: (value: unknown) => boolean, facts: FieldFacts, message = ""): Field<T> {
  return new Field<T>((value) => (is(value) ? (value as T) : new Fault(message)), facts);
}

export function number(message = ""): NumberField {
  const read: Read<number> = (value) => (Number.isFinite(value) ? (value as number) : new Fault(message));
  return new NumberField(read, { type: "number" });
}

export function int(message = ""): NumberField {
  const read: Read<number> = (value) =>
    Number.isSafeInteger(value) ? (value as number) : new Fault(message);
  return new NumberField(read, { type: "integer" });
}

export function string(message = ""): StringField {
  const read: Read<string> = (value) => (typeof value === "string" ? value : new Fault(message));
  return new StringField(read, { type: "string" });
}

export function boolean(message = ""): Field<boolean> {
  return of((value) => typeof value === "boolean", { type: "boolean" }, message);
}

function choice<const T extends readonly string[]>(choices: T, message = ""): Field<T[number]> {
  return of((value) => choices.includes(value as string), { enum: choices }, message);
}

export function literal<const T extends string | number | boolean>(only: T, message = ""): Field<T> {
  return of((value) => value === only, {}, message);
}

/** Any value for which `faultOf` returns undefined; a fault is the rule that the value breaks. */
export function custom<T>(faultOf: (value: unknown) => string | undefined): Field<T> {
  return new Field<T>((value) => {
    const fault = faultOf(value);
    return fault === undefined ? (value as T) : new Fault(fault);
  }, {});
}

export function unknown(): Field<unknown> {
  return of(() => true, {});
}

export function array<Out, In>(item: Field<Out, In>, message = ""): Field<Out[], In[]> {
  return new Field<Out[], In[]>(
    (value) => {
      if (!Array.isArray(value)) return new Fault(message);
      const read: Out[] = [];
      for (let i = 0; i < value.length; i++) {
        const data = item.read(value[i]);
        if (data instanceof Fault) return data.under(i);
        read.push(data);
      }
      return read;
    },
    { type: "array" },
  );
}

/** An object with values of one kind, under any names. */
export function record<Out, In>(
  _names: Field<string>,
  item: Field<Out, In>,
  message = "",
): Field<Record<string, Out>, Record<string, In>> {
  return new Field<Record<string, Out>, Record<string, In>>(
    (value) => {
      if (!isObject(value)) return new Fault(message);
      const read: [string, Out][] = [];
      for (const [key, one] of Object.entries(value)) {
        const data = item.read(one);
        if (data instanceof Fault) return data.under(key);
        read.push([key, data]);
      }
      return Object.fromEntries(read);
    },
    { type: "object" },
  );
}

/** The first of the fields that accepts the value. */
export function union<const F extends readonly Field<unknown, unknown>[]>(
  fields: F,
  message = "",
): Field<output<F[number]>, input<F[number]>> {
  return new Field<output<F[number]>, input<F[number]>>((value) => {
    for (const field of fields) {
      const data = field.read(value);
      if (!(data instanceof Fault)) return data as output<F[number]>;
    }
    return new Fault(message);
  }, {});
}

/** Other fields are rejected. */
export function strictObject<const S extends Shape>(shape: S, message = ""): ObjectField<S> {
  return new ObjectField(shape, true, message);
}

/** Other fields are kept as they are. */
export function looseObject<const S extends Shape>(shape: S, message = ""): ObjectField<S> {
  return new ObjectField(shape, false, message);
}

export { choice as enum };
